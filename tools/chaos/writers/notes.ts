// Notes of an event with polls, votes and deletions.

import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Note, NoteThread } from '@gaffer/domain/notes/note'
import { createTestGig } from '../../../server/src/testing/builders.ts'
import { dateInDays } from '../dates.ts'
import { createSharedBand, type WriterFactory } from './writer.ts'

// A member may write 30 notes a minute. Three members who take turns each write 20.
const msPerNote = 1000

type WrittenNote = { text: string; choiceIds: string[]; votes: Map<string, string> }

export const createNotesWriter: WriterFactory = async (context, { send, sendOnce }) => {
  const { owner } = context
  const { bandId, path, members } = await createSharedBand(context)
  const gig = await createTestGig(owner, bandId, { date: dateInDays(100) })
  const about = { kind: 'event', id: gig.id }
  const ledger = new Map<string, WrittenNote | null>()
  let newest: string | null = null
  let nextNoteAt = 0

  async function writeNote(turn: number): Promise<void> {
    const { client } = members[turn % members.length]!
    const id = randomUUIDv7()
    const text = `Turn ${turn}`
    const note = { id, about, text, poll: { choices: ['Van', 'Train'] } }
    const written = await send([201], () => client.post(`${path}/notes`, note))
    if (!written) return
    const choiceIds = (written.body as Note).poll?.choices.map((choice) => choice.id) ?? []
    ledger.set(id, { text, choiceIds, votes: new Map() })
    newest = id
    if (turn % 4 !== 3) return
    if (await send([204, 404], () => owner.delete(`${path}/notes/${id}`))) {
      ledger.set(id, null)
      newest = null
    }
  }

  async function vote(turn: number, noteId: string, { choiceIds, votes }: WrittenNote): Promise<void> {
    const { client, membershipId } = members[turn % members.length]!
    const choiceId = choiceIds[turn % choiceIds.length] as string
    const voted = await sendOnce([200], (headers) =>
      client.put(`${path}/notes/${noteId}/votes`, { choiceIds: [choiceId] }, headers),
    )
    if (voted) votes.set(membershipId, choiceId)
  }

  async function listNotes(): Promise<Note[]> {
    const found: Note[] = []
    for (let before = ''; ;) {
      const { notes } = (await owner.get(`${path}/notes?about=event:${gig.id}${before}`)).body as NoteThread
      const [first] = notes
      if (!first) return found
      found.push(...notes)
      before = `&before=${first.id}`
    }
  }

  return {
    async write(turn) {
      await sleep(50)
      const written = newest === null ? null : ledger.get(newest)
      if (newest !== null && written && Date.now() < nextNoteAt) return vote(turn, newest, written)
      if (newest === null) await sleep(Math.max(0, nextNoteAt - Date.now()), undefined, { ref: false })
      nextNoteAt = Date.now() + msPerNote
      return writeNote(turn)
    },
    async compare() {
      const notes = await listNotes()
      const lost: string[] = []
      const twice: string[] = []
      for (const [id, written] of ledger) {
        const found = notes.filter((note) => note.id === id)
        if (found.length > 1) twice.push(`The note ${id} is listed ${found.length} times`)
        if (written === null && found.length > 0) lost.push(`The note ${id} is there after its deletion`)
        if (written !== null) lost.push(...[...differencesOf(written, found[0])].map((one) => `The note ${id} ${one}`))
      }
      twice.push(...notes.filter(({ id }) => !ledger.has(id)).map(({ id }) => `The note ${id} was never acknowledged`))
      const { noteCount } = (await owner.get(`${path}/events/${gig.id}`)).body
      if (noteCount !== notes.length) lost.push(`The event counts ${noteCount} notes of ${notes.length}`)
      return { lost, twice }
    },
  }
}

function* differencesOf({ text, votes }: WrittenNote, note: Note | undefined): Generator<string> {
  if (note?.text !== text) yield `is ${JSON.stringify(note)}`
  for (const [membershipId, choiceId] of votes) {
    const chosen = note?.poll?.choices.filter(({ membershipIds }) => membershipIds.includes(membershipId)) ?? []
    const ids = chosen.map(({ id }) => id).join()
    if (ids !== choiceId) yield `has the votes ${ids} of ${membershipId}, acknowledged was ${choiceId}`
  }
}
