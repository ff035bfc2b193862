// Answers that came before the page: given out once, and only while they are what the server says.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readAtHeader } from './connection.ts'
import type * as fresh from './early-answers.ts'

let early: typeof fresh
const address = '/api/bands/a/songs'

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  early = await import('./early-answers.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Asks as a page's first script does. */
function ask(answer: Response | Error | Promise<Response>) {
  const fetched = vi.fn<(address: string) => Promise<Response>>(async () => {
    if (answer instanceof Error) throw answer
    return answer
  })
  vi.stubGlobal('fetch', fetched)
  early.beginEarly(async () => void (await early.askEarly(address)))
  return fetched
}

it('gives an answer to the first who asks for the same, and to nobody after', async () => {
  ask(Response.json(['song']))
  expect(await early.answeredEarly()).toEqual([address])
  expect(await early.takeEarly('/api/bands/b/songs')).toBeNull()
  expect(await (await early.takeEarly(address))?.json()).toEqual(['song'])
  expect(await early.takeEarly(address)).toBeNull()
})

it('leaves whoever asks early an answer of their own to read', async () => {
  vi.stubGlobal('fetch', async () => Response.json(['song']))
  const answer = await early.askEarly(address)
  expect(await answer?.json()).toEqual(['song'])
  expect(await (await early.takeEarly(address))?.json()).toEqual(['song'])
})

it.each([
  ['a refusal', Response.json({}, { status: 401 })],
  ['no answer', new TypeError('Failed to fetch')],
  ['a kept copy', Response.json([], { headers: { [readAtHeader]: '2027-03-01T12:00:00Z' } })],
])('lets %s be asked for again', async (_, answer) => {
  ask(answer)
  expect(await early.answeredEarly()).toEqual([])
  expect(await early.takeEarly(address)).toBeNull()
})

it('waits a moment for what is on its way, and no longer', async () => {
  const answer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer.promise)
  early.beginEarly(async () => void early.askEarly(address))
  const answered = early.answeredEarly()
  await vi.advanceTimersByTimeAsync(200)
  expect(await answered).toEqual([])
  // Who reads it now gets it when it comes.
  const taken = early.takeEarly(address)
  answer.resolve(Response.json(['song']))
  expect(await (await taken)?.json()).toEqual(['song'])
})

it('asks for nothing once the page itself reads', async () => {
  await early.answeredEarly()
  const fetched = ask(Response.json([]))
  expect(await early.askEarly(address)).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

it('is too old after ten seconds', async () => {
  ask(Response.json([]))
  await early.answeredEarly()
  vi.advanceTimersByTime(10_001)
  expect(await early.takeEarly(address)).toBeNull()
})

it('ends, and says what was taken', async () => {
  ask(Response.json([]))
  await early.answeredEarly()
  await early.takeEarly(address)
  expect([...early.endEarly()]).toEqual([address])
  expect([...early.endEarly()]).toEqual([])
})

it('gives nothing that was not taken before it ended', async () => {
  ask(Response.json([]))
  await early.answeredEarly()
  expect([...early.endEarly()]).toEqual([])
  expect(await early.takeEarly(address)).toBeNull()
})
