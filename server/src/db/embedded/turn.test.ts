// Whom a start waits for, and whom it does not. PostgreSQL has no part in it.

import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTurn, turnSign } from './turn.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gaffer-turn-'))
})
afterEach(() => rm(folder, { recursive: true }))

const start = () => inTurn(folder, async () => 'started')
const orWaits = (turn: Promise<string>) => Promise.race([turn, sleep(500).then(() => 'waits')])

async function leaveSign(pid: number, at: number): Promise<void> {
  await writeFile(join(folder, turnSign), String(pid))
  await utimes(join(folder, turnSign), new Date(at), new Date(at))
}

test('a killed start that had our own number, as in a container, is not waited for', async () => {
  await leaveSign(process.pid, performance.timeOrigin - 2_000)
  expect(await orWaits(start())).toBe('started')
})

test('a start of this very process is, and so is another that lives', async () => {
  for (const pid of [process.pid, process.ppid]) {
    await leaveSign(pid, Date.now())
    const turn = start()
    expect(await orWaits(turn)).toBe('waits')
    await rm(join(folder, turnSign))
    expect(await turn).toBe('started')
  }
})
