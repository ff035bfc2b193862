// Starts Gaffer as a process with its own data folder. Stopping it fails the test if its log contains a secret.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fakedClock } from '@gaffer/fakes/faked-clock'
import { findFreePort } from '@gaffer/fakes/free-port'
import { copySeed, removeDataFolder, type Seed } from './data-folders.ts'

const root = join(import.meta.dirname, '..')
const entries = { empty: 'main.ts', demo: 'testing/journey-server.ts' } satisfies Record<Seed, string>

export type AppServer = {
  url: string
  /** Everything that the process printed and logged so far. */
  output(): string
  /** `stop` throws if the log contains this text. */
  keepOutOfLogs(secret: string): void
  /** The newest code sent to the number; waits for one that it has not returned before. */
  codeTo(phone: string): Promise<string>
  /** Ends the process; throws if it logged a secret. */
  stop(): Promise<void>
}

/** Starts a server on its own copy of the seed. `environment` has the settings of an operator. */
export async function startAppServer(seed: Seed, environment: Record<string, string> = {}): Promise<AppServer> {
  const dataDir = await copySeed(seed)
  try {
    return toAppServer(await launchServerProcess(seed, dataDir, environment), dataDir)
  } catch (error) {
    await removeDataFolder(dataDir)
    throw error
  }
}

type Launched = { child: ChildProcess; url: string; output: () => string }

/** Resolves when the server is ready; throws an error with its output if it does not start. */
export async function launchServerProcess(
  seed: Seed,
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Launched> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [join(root, 'server/src', entries[seed])], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...fakedClock,
      // As `npm start` does.
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += String(data)))
  const output = () => text
  try {
    await waitUntilReady(child, output)
  } catch (error) {
    await terminate(child)
    throw error
  }
  return { child, url: `http://localhost:${port}`, output }
}

/** Sends SIGTERM, upon which the server stops its PostgreSQL, and waits for the exit. */
export async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

function toAppServer({ child, url, output }: Launched, dataDir: string): AppServer {
  // The startup output (founder's link, demo numbers) is excluded from the log checks.
  const startupLength = output().length
  const secrets = new Set<string>()
  const returnedMessages = new Set<string>()
  return {
    url,
    output,
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
      await terminate(child)
      await removeDataFolder(dataDir)
      const leaks = [...secrets].filter((secret) => isIn(output().slice(startupLength), secret))
      if (leaks.length > 0) throw new Error(`The log contains ${leaks.length} secrets: ${leaks.join(', ')}`)
    },
  }
}

/** Ignores a code that is part of a longer number by chance. */
function isIn(log: string, secret: string): boolean {
  return /^\d{6}$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(log) : log.includes(secret)
}

async function waitUntilReady(child: ChildProcess, output: () => string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (output().includes('Gaffer is ready')) return
    if (child.exitCode !== null) break
    await sleep(50)
  }
  throw new Error(`Gaffer did not start:\n${output()}`)
}
