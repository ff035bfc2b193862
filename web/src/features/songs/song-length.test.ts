import { expect, it } from 'vitest'
import { formatMinutesAndSeconds, parseDuration } from './song-length.ts'

it.each([
  ['3:45', 225],
  [' 3.45 ', 225],
  ['15', 900],
  ['60', 3600],
  ['', null],
  ['3:60', undefined],
  ['0:00', undefined],
  ['60:01', undefined],
  ['three', undefined],
  ['-1', undefined],
])('parseDuration reads "%s" as %s (in seconds)', (text, seconds) => expect(parseDuration(text)).toBe(seconds))

it('parseDuration reads the texts that formatMinutesAndSeconds writes for 1 second to 1 hour, and the text of no length is empty', () => {
  for (const seconds of [1, 59, 60, 225, 3600]) expect(parseDuration(formatMinutesAndSeconds(seconds))).toBe(seconds)
  expect(formatMinutesAndSeconds(null)).toBe('')
})
