import { expect, it } from 'vitest'
import { loadOutbox, registerOutboxLoader } from './load-outbox.ts'

type Outbox = Awaited<ReturnType<typeof loadOutbox>>

it('two calls of loadOutbox resolve in their order, also if a second load would end first', async () => {
  const ends: ((outbox: Outbox) => void)[] = []
  registerOutboxLoader(() => new Promise((resolve) => ends.push(resolve)))
  const order: string[] = []
  const calls = ['first', 'second'].map(async (call) => {
    await loadOutbox()
    order.push(call)
  })
  for (const end of ends.toReversed()) end({} as Outbox)
  await Promise.all(calls)
  expect(order).toEqual(['first', 'second'])
})

it('after a failed load, the next call of loadOutbox loads the outbox again', async () => {
  let loads = 0
  registerOutboxLoader(async () => {
    loads += 1
    if (loads === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return {} as Outbox
  })
  await expect(loadOutbox()).rejects.toThrow('Failed to fetch')
  await expect(loadOutbox()).resolves.toEqual({})
})
