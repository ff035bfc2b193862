import type { Song } from '@gaffer/domain/songs/song'
import { expect, test } from 'vitest'
import { aSong } from '#testing/song-fixture.ts'
import { applyFeedbackToSongs } from './song-feedback.ts'

const song = (id: string, said: Partial<Song> = {}): Song => aSong({ id, title: id, ...said })

test('the last status of a member for a song replaces the earlier ones of that member only', () => {
  const before = song('a', {
    readiness: [
      { membershipId: 'ros', status: 'red' },
      { membershipId: 'kit', status: 'amber' },
    ],
  })
  const words = [
    { songId: 'a', status: 'amber' },
    { songId: 'a', status: 'green' },
  ] as const
  expect(applyFeedbackToSongs([before], words, 'ros')[0]?.readiness).toEqual([
    { membershipId: 'kit', status: 'amber' },
    { membershipId: 'ros', status: 'green' },
  ])
})

test('repeated vetoes count once, and a member takes back only their own', () => {
  const before = song('a', { vetos: [{ membershipId: 'kit' }] })
  const veto = { songId: 'a', isVetoed: true }
  const vetoed = applyFeedbackToSongs([before], [veto, veto], 'ros')
  expect(vetoed[0]?.vetos).toEqual([{ membershipId: 'kit' }, { membershipId: 'ros' }])
  expect(applyFeedbackToSongs(vetoed, [{ songId: 'a', isVetoed: false }], 'ros')[0]?.vetos).toEqual([
    { membershipId: 'kit' },
  ])
})

test('songs without feedback stay the same objects, so that their rows do not render again', () => {
  const songs = [song('a'), song('b')]
  const after = applyFeedbackToSongs(songs, [{ songId: 'b', status: 'green' }], 'ros')
  expect(after[0]).toBe(songs[0])
  expect(after[1]).not.toBe(songs[1])
})
