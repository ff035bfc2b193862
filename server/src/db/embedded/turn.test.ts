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
/** Less than the time after which a lock file that is not renewed is stale. */
const soonMs = 5000

async function leaveSign(text: string, secondsAgo = 0): Promise<void> {
  await writeFile(sign, text)
  const then = new Date(Date.now() - secondsAgo * 1000)
  await utimes(sign, then, then)
}

const deadPid = () => String(spawnSync(process.execPath, ['-e', '']).pid)

test('the startup lock of a dead process is taken over at once', async () => {
  await leaveSign(own.replace(/^\d+/, deadPid()))
  expect(await orWaits(start(), soonMs)).toBe('started')
})

test('a startup lock not renewed for 11 s is taken over, even with our own pid, as in a container', async () => {
  await leaveSign(own, 11)
  expect(await orWaits(start(), soonMs)).toBe('started')
})

test('a start waits for a recently renewed startup lock, even of a pid in another container', async () => {
  for (const text of [own, `${deadPid()} pid:[1]`]) {
    await leaveSign(text, 5)
    const turn = start()
    expect(await orWaits(turn)).toBe('waits')
    await rm(sign)
    expect(await turn).toBe('started')
  }
})

test('a start renews its startup lock while it runs', async () => {
  await inTurn(folder, async () => {
    await leaveSign(own, 9)
    const ageMs = async () => Date.now() - (await stat(sign)).mtimeMs
    await expect.poll(ageMs).toBeLessThan(5000)
  })
})
