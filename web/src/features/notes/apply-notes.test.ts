import type { Note } from '@gaffer/domain/notes/note'
import { expect, it } from 'vitest'
import { applyChangesToReply, type MadeChange } from '#lib/shown-changes.ts'
import { replaceVotes } from './apply-notes.ts'

const about = { kind: 'event' as const, id: 'e1' }
const read = {
  name: 'GET /api/bands/:bandId/notes' as const,
  address: { params: { bandId: 'b1' }, query: { about: 'event:e1' } },
}
const own = new Map([['b1', 'm1']])
const thread = { notes: [], isMuted: false }

const addedNote: MadeChange = {
  endpoint: 'POST /api/bands/:bandId/notes',
  params: { bandId: 'b1' },
  body: { id: 'n1', about, text: 'Who drives?', mentions: [], atSeconds: null, poll: { choices: ['Kit', 'Ros'] } },
  madeAt: Date.parse('2027-03-12T20:00:00Z'),
}

const shown = (made: MadeChange[], of = read): { notes: Note[] } =>
  applyChangesToReply(of, thread, made, own) as { notes: Note[] }

it('a note that waits to be sent is shown last in its thread, as written by the member', () => {
  expect(shown([addedNote]).notes).toMatchObject([
    { id: 'n1', text: 'Who drives?', writtenBy: 'm1', createdAt: '2027-03-12T20:00:00.000Z', version: 0 },
  ])
})

it('a note that waits to be sent is shown only in its own thread, not on an earlier page of it, and only once', () => {
  const of = (query: object, bandId = 'b1') => ({ ...read, address: { params: { bandId }, query } }) as typeof read
  expect(shown([addedNote], of({ about: 'song:e1' })).notes).toEqual([])
  expect(shown([addedNote], of({ about: 'event:e1', before: 'n0' })).notes).toEqual([])
  expect(shown([addedNote], of({ about: 'event:e1' }, 'b2')).notes).toEqual([])
  expect(shown([addedNote, addedNote]).notes).toHaveLength(1)
})

it('replaceVotes replaces the earlier votes of the same member only', () => {
  const [note] = shown([addedNote]).notes as [Note]
  const [kit, ros] = (note.poll?.choices ?? []).map(({ id }) => id) as [string, string]
  const voted = replaceVotes(replaceVotes(note, 'm1', [kit]), 'm2', [kit])
  const moved = replaceVotes(voted, 'm1', [ros])
  expect(moved.poll?.choices.map(({ membershipIds }) => membershipIds)).toEqual([['m2'], ['m1']])
})
