// Starts Gaffer with its own database and data folder, in a process that all servers of a test worker share. Stopping the server fails the test if the
// server's log contains a secret.

import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fakedClock } from '@gaffer/fakes/faked-clock'
import { findFreePort } from '@gaffer/fakes/free-port'
import type { HostCommand, HostReply, Seed } from '../server/src/testing/journey-host-messages.ts'

const root = join(import.meta.dirname, '..')

export type AppServer = {
  url: string
  /** Everything that the server printed and logged so far. */
  readOutput(): string
  /** `stop` throws if the log contains this text. */
  keepOutOfLogs(secret: string): void
  /** The newest code sent to the number; waits for one that it has not returned before. */
  codeTo(phone: string): Promise<string>
  /** Stops the server; throws if it logged a secret. */
  stop(): Promise<void>
}

/** Starts a server on its own copy of the seed. `environment` has the settings of an operator. */
export async function startAppServer(seed: Seed, environment: Record<string, string> = {}): Promise<AppServer> {
  const folder = process.env[seedsVariable]
  if (!folder) throw new Error('The global setup has created no seeds')
  const port = await findFreePort()
  const { id, readOutput } = createServerOutput()
  try {
    await sendCommand({ id, kind: 'start', folder, seed, environment: { PORT: String(port), ...environment } })
  } catch (error) {
    throw new Error(`Gaffer did not start:\n${readOutput()}`, { cause: error })
  }
  return toAppServer(`http://localhost:${port}`, readOutput, () => sendCommand({ id, kind: 'stop' }))
}

/** The environment variable with the folder of the seeds, which test workers inherit, since they are separate processes. */
const seedsVariable = 'GAFFER_E2E_SEEDS'

/** Creates the seeds from which the servers of this process and of its test workers start. The returned function deletes them. */
export async function createSeeds(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gaffer-e2e-'))
  const { id } = createServerOutput()
  await sendCommand({ id, kind: 'create-seeds', folder })
  process.env[seedsVariable] = folder
  return () => sendCommand({ id, kind: 'stop' })
}

function createServerOutput(): { id: number; readOutput: () => string } {
  serverCount += 1
  let text = ''
  outputs.set(serverCount, (more) => (text += more))
  return { id: serverCount, readOutput: () => text }
}

let serverCount = 0
const outputs = new Map<number, (text: string) => void>()
const replies = new Map<number, PromiseWithResolvers<void>>()
let host: ChildProcess | undefined

function sendCommand(command: HostCommand): Promise<void> {
  host ??= startHost()
  const reply = Promise.withResolvers<void>()
  replies.set(command.id, reply)
  // A referenced channel keeps this process running: `unref` once the host has replied to all commands.
  const { channel } = host
  channel?.ref()
  host.send(command)
  return reply.promise.finally(() => {
    replies.delete(command.id)
    if (replies.size === 0) channel?.unref()
  })
}

/** Starts the process that all servers share. The started process ends with this process. */
function startHost(): ChildProcess {
  const child = fork(join(root, 'server/src/testing/journey-host.ts'), {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...fakedClock,
      // Shares the compile cache of `npm start`, so that the host starts faster.
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
    },
    execArgv: [],
  })
  child.on('message', (reply: HostReply) => {
    if (reply.kind === 'output') return outputs.get(reply.id)?.(reply.text)
    if (reply.error === null) replies.get(reply.id)?.resolve()
    else replies.get(reply.id)?.reject(new Error(reply.error))
    return undefined
  })
  child.once('exit', (code) => {
    host = undefined
    for (const { reject } of replies.values()) reject(new Error(`The process of the servers ended with code ${code}`))
  })
  child.unref()
  child.channel?.unref()
  return child
}

function toAppServer(url: string, readOutput: () => string, end: () => Promise<void>): AppServer {
  // The startup output (founder's link, demo numbers) is excluded from the log checks.
  const startupLength = readOutput().length
  const secrets = new Set<string>()
  const returnedMessages = new Set<string>()
  return {
    url,
    readOutput,
    keepOutOfLogs: (secret) => void secrets.add(secret),
    async codeTo(phone) {
      secrets.add(phone).add(phone.slice(-9))
      for (let waited = 0; waited < 10_000; waited += 50) {
        const inbox = await fetch(`${url}/dev/inbox?format=json&to=${encodeURIComponent(phone)}`)
        const [newest] = (await inbox.json()) as { id: string; text: string }[]
        const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
        if (newest && code && !returnedMessages.has(newest.id)) {
          returnedMessages.add(newest.id)
          secrets.add(code)
          return code
        }
        await sleep(50)
      }
      throw new Error(`No code was sent to ${phone} within 10 s`)
    },
    async stop() {
      await end()
      const leaks = [...secrets].filter((secret) => containsSecret(readOutput().slice(startupLength), secret))
      if (leaks.length > 0) throw new Error(`The log contains ${leaks.length} secrets: ${leaks.join(', ')}`)
    },
  }
}

/** A code of six digits counts only if it is not part of a longer number. */
function containsSecret(log: string, secret: string): boolean {
  return /^\d{6}$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(log) : log.includes(secret)
}
