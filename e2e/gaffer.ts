// A whole Gaffer for the journeys: the real process on a folder of its own, and what it said and must not have said.

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const server = join(import.meta.dirname, '../server/src')

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

/**
 * `entry` is main.ts for an unused Gaffer, demo/main.ts for one with the demonstration in it. `environment` is what an
 * operator would set.
 */
export async function startGaffer(
  entry: 'main.ts' | 'demo/main.ts',
  environment: Record<string, string> = {},
): Promise<Gaffer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gaffer-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [join(server, entry)], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  await ready(child, () => output)
  // What it prints for its operator, the founder's link and the demonstration's numbers, is no log.
  const printed = output.length
  const secrets = new Set<string>()
  const read = new Set<string>()
  return {
    url,
    said: () => output,
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
      child.kill('SIGTERM')
      await new Promise((done) => child.once('exit', done))
      await rm(dataDir, { recursive: true, force: true })
      const leaks = [...secrets].filter((secret) => isIn(output.slice(printed), secret))
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
