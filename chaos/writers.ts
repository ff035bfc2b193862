// Concurrent writers that record every acknowledged write, and afterwards check that each is stored, unchanged and once.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { aBand } from '../server/src/testing/builders.ts'
import type { Answer, TestClient } from '../server/src/testing/test-client.ts'

type Stored = { id: string; version?: number }
/** Acknowledged state by id; null after an acknowledged deletion. */
type Ledger = Map<string, Stored | null>

export type Outcome = {
  acknowledged: number
  /** Calls retried after no response or a 503. */
  repeated: number
  lost: string[]
}

export type RunningWriters = {
  /** Resolves once `calls` more writes got a success response, or after 30 s. */
  waitForAcknowledged(calls: number): Promise<void>
  finish(): Promise<Outcome>
}

export const writerCount = 8
const timeoutMs = 30_000

/** Starts writers in a new band of the caller; `finish` stops them and compares the acknowledged writes with what the server has. */
export async function startWriters(caller: TestClient): Promise<RunningWriters> {
  const band = await aBand(caller)
  const [events, songs] = [`/api/bands/${band.id}/events`, `/api/bands/${band.id}/songs`] as const
  const ledger: Ledger = new Map()
  const stop = new AbortController()
  const count = { acknowledged: 0, repeated: 0 }
  const wrong: string[] = []
  const writers = Promise.all(Array.from({ length: writerCount }, (_, client) => write(client)))
  return {
    async waitForAcknowledged(calls) {
      const target = count.acknowledged + calls
      for (const began = Date.now(); count.acknowledged < target && Date.now() - began < timeoutMs;) await sleep(20)
    },
    async finish() {
      stop.abort()
      await writers
      return { ...count, lost: [...wrong, ...(await compare(caller, band.id, ledger))] }
    },
  }

  async function write(client: number): Promise<void> {
    for (let round = 0; !stop.signal.aborted; round += 1) {
      const mark = `${client}-${round}`
      const event = await create(events, anEvent(mark))
      if (!event) continue
      const song = round % 3 === 0 ? await create(songs, { title: mark, artist: 'x'.repeat(120) }) : null
      if (round % 2 === 0) await change(event, mark)
      if (round % 5 === 0) await remove(events, event)
      if (round % 10 === 0) await restore(events, event)
      if (song && round % 2 === 0) await remove(songs, song)
      if (song && round % 4 === 0) await restore(songs, song)
    }
  }

  async function create(path: string, body: object): Promise<Stored | null> {
    // A retry with the same key returns the stored response and creates no second row.
    const key = { 'idempotency-key': randomUUID() }
    const answer = await retryUntilAcknowledged([201], () => caller.post(path, body, key))
    if (answer) ledger.set(answer.body.id, answer.body)
    return answer?.body ?? null
  }

  async function change({ id }: Stored, mark: string): Promise<void> {
    const notes = `changed ${mark} `.repeat(100).trim()
    const answer = await retryUntilAcknowledged([200], () => caller.patch(`${events}/${id}`, { notes }))
    if (answer) ledger.set(id, answer.body)
  }

  async function remove(path: string, { id }: Stored): Promise<void> {
    // A retried deletion gets 404 if the first response was lost.
    const answer = await retryUntilAcknowledged([204, 404], () => caller.delete(`${path}/${id}`))
    if (answer) ledger.set(id, null)
  }

  async function restore(path: string, { id }: Stored): Promise<void> {
    const answer = await retryUntilAcknowledged([200], () => caller.post(`${path}/${id}/restore`))
    if (answer) ledger.set(id, answer.body)
  }

  /** Retries until acknowledged; null after 30 s or an unexpected status. */
  async function retryUntilAcknowledged(expected: number[], send: () => Promise<Answer>): Promise<Answer | null> {
    for (const began = Date.now(); Date.now() - began < timeoutMs;) {
      const answer = await send().catch(() => null)
      if (answer && expected.includes(answer.status)) {
        count.acknowledged += 1
        return answer
      }
      if (answer && answer.status !== 503) {
        wrong.push(`answered ${answer.status} ${answer.text}`)
        return null
      }
      count.repeated += 1
      await sleep(20)
    }
    wrong.push(`gave no answer for ${timeoutMs / 1000} s`)
    return null
  }
}

const anEvent = (mark: string) => ({
  type: 'practice',
  date: '2027-03-05',
  location: 'Unit 4',
  title: mark,
  notes: `${mark} `.repeat(200).trim(),
})

async function compare(caller: TestClient, bandId: string, ledger: Ledger): Promise<string[]> {
  const events = await caller.get(`/api/bands/${bandId}/events?startDate=2027-03-05&endDate=2027-03-05`)
  const songs = await caller.get(`/api/bands/${bandId}/songs`)
  const stored = [...(events.body as Stored[]), ...(songs.body as Stored[])]
  const byId = new Map(stored.map((one) => [one.id, one]))
  const faults = [...ledger].flatMap(([id, expected]) => {
    const found = byId.get(id)
    if (expected === null) return found ? [`${id} is there after its deletion`] : []
    if (!found) return [`${id} is gone`]
    return isSame(found, expected) ? [] : [`${id} is not as it was acknowledged: ${JSON.stringify(found)}`]
  })
  const extra = stored.filter(({ id }) => !ledger.has(id)).map(({ id }) => `${id} is there, and was never acknowledged`)
  return [...faults, ...extra]
}

/** Ignores version and time: a change whose response was lost was applied twice. */
function isSame(found: Stored, expected: Stored): boolean {
  return isDeepStrictEqual({ ...found, ...repeated }, { ...expected, ...repeated })
}
const repeated = { version: 0, updatedAt: '' }
