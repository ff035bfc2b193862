// A tip waits for a rest of the pointer, and not again for the button beside.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tipTiming } from './tooltip-timing.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const watched = () => {
  const shown: (string | null)[] = []
  return { shown, ...tipTiming<string>((anchor) => shown.push(anchor)) }
}

it('comes after 700 ms, not before', () => {
  const { shown, enter } = watched()
  enter('one')
  vi.advanceTimersByTime(699)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['one'])
})

it('stays away when the pointer only passes', () => {
  const { shown, enter, leave } = watched()
  enter('one')
  vi.advanceTimersByTime(500)
  leave()
  vi.advanceTimersByTime(5000)
  expect(shown).toEqual([])
})

it.each([
  [299, ['one', null, 'two']],
  [300, ['one', null]],
])('%i ms after the last one the next is shown at once: %j', (pause, expected) => {
  const { shown, enter, reveal, leave } = watched()
  reveal('one')
  leave()
  vi.advanceTimersByTime(pause)
  enter('two')
  expect(shown).toEqual(expected)
})
