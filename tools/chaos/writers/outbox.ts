// Changes in the web app's outbox, sent by the web app's own code: in order, with idempotency keys, and again after no response.

import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import type { Song } from '@gaffer/domain/songs/song'
import { createTestBand, createTestGig, createTestSong } from '../../../server/src/testing/builders.ts'
import { addChange, listChanges, type NewOutboxChange } from '../../../web/src/offline/outbox-store.ts'
import { sendOutbox } from '../../../web/src/offline/send-outbox.ts'
import { dateInDays } from '../dates.ts'
import { limitsMs } from '../limits.ts'
import { createPageFetch } from '../page-fetch.ts'
import type { WriterFactory } from './writer.ts'

const statuses = ['red', 'amber', 'green'] as const
const answers = ['yes', 'no', 'maybe'] as const

export const createOutboxWriter: WriterFactory = async ({ owner }, { tally }) => {
  globalThis.fetch = createPageFetch(owner)
  const userId = owner.user.id
  const band = await createTestBand(owner)
  const gig = await createTestGig(owner, band.id, { date: dateInDays(100) })
  const song = await createTestSong(owner, band.id)
  const membershipId = band.membership.id
  const sent = { notes: [] as string[], answer: null as string | null, songNote: null as string | null, readiness: '' }

  const change = (
    fields: Pick<NewOutboxChange, 'endpoint' | 'params' | 'subjectId' | 'body'>,
    version: number | null = null,
  ) => addChange({ ...fields, version, userId, idempotencyKey: randomUUID(), words: 'A change', before: null })

  /** Adds edits of the event, an answer, a song's note and a readiness, as a phone without a network does. */
  async function addChanges(turn: number) {
    const [eventId, songId, bandId] = [gig.id, song.id, band.id]
    const notes = `note ${turn}`
    const [answer, status] = [answers[turn % 3]!, statuses[turn % 3]!]
    const eventTarget = { params: { bandId, eventId }, subjectId: eventId }
    const songTarget = { params: { bandId, songId }, subjectId: songId }
    const answerPath = 'PUT /api/bands/:bandId/events/:eventId/answers/:membershipId'
    await change(
      { ...eventTarget, endpoint: 'PATCH /api/bands/:bandId/events/:eventId', body: { notes } },
      gig.version + turn,
    )
    await change({
      ...eventTarget,
      endpoint: answerPath,
      params: { bandId, eventId, membershipId },
      body: { answer, comment: null },
    })
    await change({ ...songTarget, endpoint: 'PATCH /api/bands/:bandId/songs/:songId', body: { note: notes } })
    const readinessPath = 'POST /api/bands/:bandId/songs/:songId/readiness'
    await change({ ...songTarget, endpoint: readinessPath, body: { membershipId, status } })
    return { notes, answer, status }
  }

  return {
    async write(turn) {
      const { notes, answer, status } = await addChanges(turn)
      const began = Date.now()
      for (let sending = await sendOutbox(userId); sending.kind !== 'handled'; sending = await sendOutbox(userId)) {
        if (sending.kind === 'signed-out' || Date.now() - began > limitsMs.acknowledgement) {
          tally.lost.push(`the outbox is not sent after ${limitsMs.acknowledgement / 1000} s: ${sending.kind}`)
          break
        }
        tally.retried += 1
        await sleep(20)
      }
      const left = await listChanges(userId)
      tally.acknowledged += 4 - left.length
      for (const { endpoint, problem } of left) tally.lost.push(`${endpoint} was not sent: ${JSON.stringify(problem)}`)
      sent.notes.push(notes)
      Object.assign(sent, { answer, songNote: notes, readiness: status })
    },
    async compare() {
      const path = `/api/bands/${band.id}/events/${gig.id}`
      const history = (await owner.get(`${path}/history`)).body as EventHistoryEntry[]
      const written = history.flatMap(({ fields }) =>
        fields.filter(({ field }) => field === 'notes').map(({ to }) => to),
      )
      const stored = (await owner.get(path)).body
      const [storedSong] = (await owner.get(`/api/bands/${band.id}/songs`)).body as Song[]
      const found = { answer: stored.myAnswer, songNote: storedSong?.note, readiness: storedSong?.readiness[0]?.status }
      const lost = Object.entries(found).flatMap(([field, value]) => {
        const expected = sent[field as keyof typeof sent]
        return value === expected ? [] : [`${field} is ${value}, acknowledged was ${String(expected)}`]
      })
      const twice: string[] = []
      const inOrder = written.toReversed()
      if (JSON.stringify(inOrder) !== JSON.stringify(sent.notes)) {
        const target = inOrder.length > sent.notes.length ? twice : lost
        target.push(`The history has the notes ${inOrder.join()}, sent were ${sent.notes.join()}`)
      }
      return { lost, twice }
    },
  }
}
