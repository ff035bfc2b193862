import { expect, it } from 'vitest'
import { withRetries } from './places.ts'

it('a failing action is retried three times, each after a longer wait', async () => {
  const waits: number[] = []
  let tries = 0
  const failing = withRetries(
    async () => {
      tries += 1
      throw new Error(`try ${tries}`)
    },
    async (ms) => void waits.push(ms),
  )
  await expect(failing).rejects.toThrow('try 4')
  expect(waits).toEqual([2, 8, 24])
})

it('a successful retry ends the retries', async () => {
  let tries = 0
  const act = async () => {
    tries += 1
    if (tries < 3) throw new Error('not yet')
    return tries
  }
  expect(await withRetries(act, async () => undefined)).toBe(3)
})
