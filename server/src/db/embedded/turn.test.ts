// Whom a start waits for, and whom it does not. PostgreSQL has no part in it.

import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTurn, turnSign } from './turn.ts'

let folder: string
let sign: string
let own: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gaffer-turn-'))
  sign = join(folder, turnSign)
  own = await inTurn(folder, () => readFile(sign, 'utf8'))
})
afterEach(() => rm(folder, { recursive: true }))

const start = () => inTurn(folder, async () => 'started')
const orWaits = (turn: Promise<string>, ms = 500) => Promise.race([turn, sleep(ms).then(() => 'waits')])
/** Less than it takes a sign that nobody renews to grow stale. */
const soonMs = 5000

async function leaveSign(text: string, secondsAgo = 0): Promise<void> {
  await writeFile(sign, text)
  const then = new Date(Date.now() - secondsAgo * 1000)
  await utimes(sign, then, then)
}

const deadPid = () => String(spawnSync(process.execPath, ['-e', '']).pid)

test('a killed start is not waited for', async () => {
  await leaveSign(own.replace(/^\d+/, deadPid()))
  expect(await orWaits(start(), soonMs)).toBe('started')
})

test('nor one that no longer renews its sign, though its number, as in a container, is our own', async () => {
  await leaveSign(own, 11)
  expect(await orWaits(start(), soonMs)).toBe('started')
})

test('a start that renews its sign is waited for, also one in another container whose number is nobody here', async () => {
  for (const text of [own, `${deadPid()} pid:[1]`]) {
    await leaveSign(text, 5)
    const turn = start()
    expect(await orWaits(turn)).toBe('waits')
    await rm(sign)
    expect(await turn).toBe('started')
  }
})

test('a start renews its sign for as long as it takes', async () => {
  await inTurn(folder, async () => {
    await leaveSign(own, 9)
    const ageMs = async () => Date.now() - (await stat(sign)).mtimeMs
    await expect.poll(ageMs).toBeLessThan(5000)
  })
})
