// Distinguishes requests of programs on this machine from requests that a proxy on this machine forwards.

import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Whether the connection and the Host header are loopback, and no forwarding header is present. Some proxies add no forwarding header, so
 * without TRUST_PROXY the PUBLIC_URL must be loopback too.
 */
export function isLoopbackRequest(config: Config, { socket, headers }: FastifyRequest): boolean {
  const mayBeProxied = config.trustProxy === false && !isLoopbackHost(new URL(config.publicUrl).hostname)
  if (mayBeProxied || !isLoopbackHost(socket.remoteAddress ?? '')) return false
  return isLoopbackHost(parseHost(headers.host ?? '')) && forwardingHeaders.every((name) => headers[name] === undefined)
}

function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** The host in a Host header, without the port; empty if the header is malformed. */
function parseHost(header: string): string {
  return /^(\[[^\]]*\]|[^:]*)(:\d+)?$/.exec(header)?.[1] ?? ''
}
