// A whole Gaffer for the journeys: the real process on a folder of its own, and what it said and must not have said.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@gaffer/fakes/free-port'
import { copyDataFolder, removeDataFolder, type Holding } from './data-folders.ts'

const root = join(import.meta.dirname, '..')
const entries = { nobody: 'main.ts', demonstration: 'cli/demo/main.ts' } satisfies Record<Holding, string>

export type Gaffer = {
  url: string
  /** Everything printed and logged so far. */
  said(): string
  /** Notes something that no log may ever show. */
  keepOutOfLogs(secret: string): void
  /** The next code sent to the number: one that was not asked for here before. */
  codeTo(phone: string): Promise<string>
  /** Ends the process; throws if it logged a secret. */
  stop(): Promise<void>
}

/** A Gaffer that nobody else knows of. `environment` is what an operator would set. */
export async function startGaffer(holding: Holding, environment: Record<string, string> = {}): Promise<Gaffer> {
  const dataDir = await copyDataFolder(holding)
  try {
    const started = await launch(entries[holding], dataDir, environment)
    return watched(started, dataDir)
  } catch (error) {
    await removeDataFolder(dataDir)
    throw error
  }
}

type Launched = { child: ChildProcess; url: string; said: () => string }

/** The server's entry as a process, once it is ready; throws, with what it said, if it never is. */
export async function launch(
  entry: string,
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Launched> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'server/src', entry)], {
    env: {
      PATH: process.env['PATH'] ?? '',
      // As `npm start` does.
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  const said = () => output
  try {
    await ready(child, said)
  } catch (error) {
    await end(child)
    throw error
  }
  return { child, url: `http://localhost:${port}`, said }
}

/** Lets it put its database away. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

function watched({ child, url, said }: Launched, dataDir: string): Gaffer {
  // The startup output (founder's link, demo numbers) is excluded from the log checks.
  const printed = said().length
  const secrets = new Set<string>()
  const read = new Set<string>()
  return {
    url,
    said,
    keepOutOfLogs: (secret) => void secrets.add(secret),
    async codeTo(phone) {
      secrets.add(phone).add(phone.slice(-9))
      for (let waited = 0; waited < 10_000; waited += 50) {
        const inbox = await fetch(`${url}/dev/inbox?format=json&to=${encodeURIComponent(phone)}`)
        const [newest] = (await inbox.json()) as { id: string; text: string }[]
        const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
        if (newest && code && !read.has(newest.id)) {
          read.add(newest.id)
          secrets.add(code)
          return code
        }
        await sleep(50)
      }
      throw new Error(`No code came to ${phone}`)
    },
    async stop() {
      await end(child)
      await removeDataFolder(dataDir)
      const leaks = [...secrets].filter((secret) => isIn(said().slice(printed), secret))
      if (leaks.length > 0) throw new Error(`${leaks.length} secrets stand in the log: ${leaks.join(', ')}`)
    },
  }
}

/** A code's six digits may stand inside a longer number by chance. */
function isIn(log: string, secret: string): boolean {
  return /^\d{6}$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(log) : log.includes(secret)
}

async function ready(child: ChildProcess, said: () => string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (said().includes('Gaffer is ready')) return
    if (child.exitCode !== null) break
    await sleep(50)
  }
  throw new Error(`Gaffer did not start:\n${said()}`)
}
