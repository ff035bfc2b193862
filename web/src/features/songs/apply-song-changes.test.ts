import type { Song } from '@gaffer/domain/songs/song'
import { expect, test } from 'vitest'
import { aSong } from '#testing/song-fixture.ts'
import { applyChangesToReply } from '#lib/shown-changes.ts'
import { applyFeedback, type SongFeedback } from './apply-song-changes.ts'

const song = (id: string, fields: Partial<Song> = {}): Song => aSong({ id, title: id, ...fields })
const withFeedback = (before: Song, feedback: readonly SongFeedback[]) =>
  feedback.reduce((shown, one) => applyFeedback(shown, one, 'ros'), before)

test('the last status of a member for a song replaces only the earlier statuses of that member', () => {
  const before = song('a', {
    readiness: [
      { membershipId: 'ros', status: 'red' },
      { membershipId: 'kit', status: 'amber' },
    ],
  })
  const feedback = [
    { songId: 'a', status: 'amber' },
    { songId: 'a', status: 'green' },
  ] as const
  expect(withFeedback(before, feedback).readiness).toEqual([
    { membershipId: 'kit', status: 'amber' },
    { membershipId: 'ros', status: 'green' },
  ])
})

test('repeated vetoes of a member count once, and a member takes back only their own veto', () => {
  const before = song('a', { vetos: [{ membershipId: 'kit' }] })
  const veto = { songId: 'a', isVetoed: true }
  const vetoed = withFeedback(before, [veto, veto])
  expect(vetoed.vetos).toEqual([{ membershipId: 'kit' }, { membershipId: 'ros' }])
  expect(withFeedback(vetoed, [{ songId: 'a', isVetoed: false }]).vetos).toEqual([{ membershipId: 'kit' }])
})

test('a waiting change of the readiness of a song replaces the object of that song in the list, and keeps the object of another song', () => {
  const songs = [song('a'), song('b')]
  const readiness = {
    endpoint: 'POST /api/bands/:bandId/songs/:songId/readiness',
    params: { bandId: 'band', songId: 'b' },
    body: { membershipId: 'ros', status: 'green' },
    madeAt: 0,
  }
  const read = { name: 'GET /api/bands/:bandId/songs', address: { params: { bandId: 'band' } } } as const
  const after = applyChangesToReply(read, songs, [readiness], new Map()) as Song[]
  expect(after[0]).toBe(songs[0])
  expect(after[1]).not.toBe(songs[1])
})
