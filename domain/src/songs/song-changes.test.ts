import { expect, test } from 'vitest'
import { songMessages } from './song-messages.ts'
import { SongChangesInput } from './song-changes.ts'

test('SongChangesInput has only the given fields, with trimmed texts, and null for a blank text', () => {
  expect(SongChangesInput.parse({ key: ' F# minor ', tempo: 120 })).toEqual({ key: 'F# minor', tempo: 120 })
  const cleared = { durationSeconds: null, key: null, tempo: null, note: null }
  expect(SongChangesInput.parse({ ...cleared, key: ' ', note: '' })).toEqual(cleared)
  expect(SongChangesInput.parse({ durationSeconds: 3600, tempo: 400 })).toEqual({ durationSeconds: 3600, tempo: 400 })
})

test('SongChangesInput refuses a tempo outside 20 to 400, a key over 12 characters and unknown fields', () => {
  for (const tempo of [19, 401, 99.5]) {
    expect(SongChangesInput.safeParse({ tempo }).error?.issues[0]?.message).toBe(songMessages.tempoInvalid)
  }
  expect(SongChangesInput.safeParse({ key: 'ABCDEFGHIJKLM' }).success).toBe(false)
  expect(SongChangesInput.safeParse({ title: 'Valerie' }).success).toBe(false)
})

test.each([0, -1, 3601, 1.5])('SongChangesInput refuses a length of %d seconds', (durationSeconds) => {
  expect(SongChangesInput.safeParse({ durationSeconds }).error?.issues[0]?.message).toBe(songMessages.durationInvalid)
})
