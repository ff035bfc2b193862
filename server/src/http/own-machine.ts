// Whether a request was made by a program on this machine, for itself. A proxy on this machine also comes from here, with
// the whole internet behind it, and must not pass for one.

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'

const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * The connection comes from this machine, was made to it by that name, and nothing says that it was passed on. A proxy that
 * nobody told us about need not say so: without TRUST_PROXY that is believed only while PUBLIC_URL is this machine itself.
 */
export function isFromOwnMachine(config: Config, { socket, headers }: FastifyRequest): boolean {
  const mayBeProxied = config.trustProxy === false && !isThisMachine(new URL(config.publicUrl).hostname)
  if (mayBeProxied || !isThisMachine(socket.remoteAddress ?? '')) return false
  return isThisMachine(hostIn(headers.host ?? '')) && passedOn.every((name) => headers[name] === undefined)
}

function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** Without the port. */
function hostIn(header: string): string {
  return /^(\[[^\]]*\]|[^:]*)(:\d+)?$/.exec(header)?.[1] ?? ''
}
