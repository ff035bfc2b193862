// Changes to events of a band with other members: each makes one notice for each other member.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Notice } from '@gaffer/domain/notices/notice'
import type { TestClient } from '../../../server/src/testing/test-client.ts'
import { dateInDays } from '../dates.ts'
import { limitsMs } from '../limits.ts'
import { createSharedBand, type WriterFactory } from './writer.ts'

const date = dateInDays(100)
// Each notice is encrypted for a device and mailed: the deliveries must not fall behind.
const pauseMs = 50

export const createNoticesWriter: WriterFactory = async (context, { send, sendOnce }) => {
  const { owner, others, server } = context
  const { path } = await createSharedBand(context)
  const [withDevice, withMail] = others as [TestClient, TestClient]
  // One member has a device and a mail address, the other only a mail address.
  await withDevice.post('/api/me/push-subscriptions', server.providers.push.subscribe())
  await server.withDatabase(async (db) => {
    for (const { user } of [withDevice, withMail]) {
      await db`insert into notice_emails (user_id, email, verified_at) values (${user.id}, ${`${user.id}@example.org`}, now())`
    }
  })
  /** The kinds of the notices that each event should have made, by the id of the event. */
  const ledger = new Map<string, string[]>()
  /** Events whose first notice has not been seen yet. */
  const unchanged: string[] = []

  /** The number of notices by event and kind; null while the server responds with an error, on a full disk for example. */
  async function countNotices(person: TestClient): Promise<Map<string, number> | null> {
    const counts = new Map<string, number>()
    for (let before = ''; ;) {
      const { status, body } = await person.get(`/api/me/notices${before}`)
      if (status !== 200) return null
      const { notices } = body as { notices: Notice[] }
      for (const { eventId, kind } of notices) {
        const key = `${eventId} ${kind}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      const last = notices.at(-1)
      if (!last) return counts
      before = `?before=${last.id}`
    }
  }

  /** The events of the newest notices of a member; empty while the server responds with an error. */
  async function listNoticedEvents(): Promise<Set<string | null>> {
    const response = await withMail.get('/api/me/notices').catch(() => null)
    return new Set(response?.status === 200 ? (response.body.notices as Notice[]).map(({ eventId }) => eventId) : [])
  }

  const listExpectedKeys = () => [...ledger].flatMap(([eventId, kinds]) => kinds.map((kind) => `${eventId} ${kind}`))

  return {
    async write(turn) {
      await sleep(pauseMs)
      const body = { type: 'practice', date, location: 'Unit 4', title: `Turn ${turn}` }
      const added = await sendOnce([201], (headers) => owner.post(`${path}/events`, body, headers))
      if (!added) return
      ledger.set(added.body.id, ['event.added'])
      unchanged.push(added.body.id)
      // Changes only an event whose first notice exists: an earlier change would become part of that notice.
      const noticed = await listNoticedEvents()
      const id = unchanged.find((one) => noticed.has(one))
      if (id === undefined) return
      unchanged.splice(unchanged.indexOf(id), 1)
      const change = turn % 2 === 0 ? { location: 'Room 3' } : { status: 'cancelled' }
      if (await send([200], () => owner.patch(`${path}/events/${id}`, change)))
        ledger.get(id)?.push(turn % 2 === 0 ? 'event.changed' : 'event.cancelled')
    },
    async compare() {
      const lost: string[] = []
      const twice: string[] = []
      for (const person of others) {
        let missing = listExpectedKeys()
        let counts = new Map<string, number>()
        // On a full disk no notices can be made: the server tries again a minute later.
        for (const began = Date.now(); missing.length > 0 && Date.now() - began < limitsMs.notices;) {
          counts = (await countNotices(person)) ?? new Map<string, number>()
          missing = missing.filter((key) => !counts.has(key))
          if (missing.length > 0) await sleep(100)
        }
        lost.push(...missing.map((key) => `${person.user.phone} has no notice of ${key}`))
        const known = new Set(listExpectedKeys())
        for (const [key, count] of counts) {
          if (!ledger.has(key.split(' ')[0]!)) continue
          if (count > 1) twice.push(`${person.user.phone} has ${count} notices of ${key}`)
          if (!known.has(key)) twice.push(`${person.user.phone} has a notice of ${key}, which was not made`)
        }
      }
      return { lost, twice }
    },
  }
}
