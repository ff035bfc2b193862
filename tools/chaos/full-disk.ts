// Fills the disk under writes. Needs root, to mount a small tmpfs.

import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runRound, type RoundOutcome } from './round.ts'
import { startServerUnderTest, probe, measureTimeUntilReady } from './server-under-test.ts'

const run = promisify(execFile)
const recoveryLimitMs = 15_000

/** If no small disk can be made, `reason` is the message for the report. */
export async function runFullDiskRound(): Promise<RoundOutcome | { reason: string }> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { reason: 'only root on Linux can make a small disk' }
  const folder = await mkdtemp(join(tmpdir(), 'gaffer-full-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=128m,mode=0711', 'gaffer-chaos', folder])
  } catch (error) {
    await rm(folder, { recursive: true })
    return { reason: `no small disk could be mounted (${(error as Error).message.trim()})` }
  }
  try {
    const server = await startServerUnderTest({ dataDir: folder })
    try {
      return await runRound(server, async ({ process: { url } }) => {
        const ballast = join(folder, 'ballast')
        await fillDisk(ballast)
        // Waits longer than /readyz caches its check.
        await sleep(6000)
        const [health, readiness] = [await probe(url, '/healthz'), await probe(url, '/readyz')]
        await rm(ballast)
        if (health.status !== 200) throw new Error(`/healthz answered ${health.status} on a full disk, expected 200`)
        if (readiness.status !== 503)
          throw new Error(`/readyz answered ${readiness.status} on a full disk, expected 503`)
        const ms = await measureTimeUntilReady(url)
        if (ms > recoveryLimitMs) throw new Error(`/readyz took ${ms} ms to recover, more than ${recoveryLimitMs} ms`)
        return `back ${(ms / 1000).toFixed(1)} s after there was room again`
      })
    } finally {
      await server.end()
    }
  } finally {
    await run('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  }
}

async function fillDisk(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (const piece = Buffer.alloc(64 * 1024); ;) await file.write(piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await file.close()
  }
}
