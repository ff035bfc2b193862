// Changes to one event within the settling time are one notice.

import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/connection.ts'
import { createTestBand, createTestGig, createTestPractice, joinBand } from '#testing/builders.ts'
import { immediateNoticesEnvironment, readNoticesOf } from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { settleDueNotices } from './settle.ts'

const server = useTestServer({ ...immediateNoticesEnvironment, NOTICE_SETTLE_SECONDS: '3600' })

let ros: TestClient, kit: TestClient, mags: TestClient
let band: string

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  kit = await server().createUser({ firstName: 'Kit' })
  mags = await server().createUser({ firstName: 'Mags' })
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  await joinBand(ros, band, kit)
  await joinBand(ros, band, mags)
  await settle()
  await server().services.db`delete from notices`
})

const path = (eventId: string) => `/api/bands/${band}/events/${eventId}`

/** Ends the settling time of all changes so far. Runs the settler at once: the server's own jobs are not due yet. */
async function settle(): Promise<void> {
  const { services } = server()
  const { db } = services
  await db`update pending_notices set due_at = ${ago({ hours: 2 })} where cause <> 'songs'`
  await settleDueNotices(services, new AbortController().signal)
  await expect.poll(async () => (await db`select from pending_notices where cause <> 'songs'`).length).toBe(0)
}

const readSeen = async (client: TestClient) => (await readNoticesOf(client)).map(({ kind, body }) => [kind, body])

test('an added event makes no notice until its settling time is over', async () => {
  await createTestPractice(ros, band)
  await sleep(300)
  expect(await readNoticesOf(kit)).toEqual([])
  await settle()
  expect(await readSeen(kit)).toEqual([['event.added', 'Ros added it. Place: Unit 4, Elm Road.']])
})

test('three changes within the settling time make one notice with the first time, the last time and the new place', async () => {
  const { id } = await createTestPractice(ros, band)
  await settle()
  await ros.patch(path(id), { startTime: '19:30' })
  await ros.patch(path(id), { startTime: '20:00' })
  await ros.patch(path(id), { location: 'Room 3' })
  await settle()
  expect((await readSeen(kit))[0]).toEqual(['event.changed', 'Ros moved it from 7 PM to 8 PM. New place: Room 3.'])
  expect(await readNoticesOf(kit)).toHaveLength(2)
})

test.each([
  [
    'a move and its undo',
    async (id: string) => {
      await ros.patch(path(id), { startTime: '20:00' })
      await ros.patch(path(id), { startTime: '19:00' })
    },
  ],
  [
    'a cancellation and its undo',
    async (id: string) => {
      await ros.patch(path(id), { status: 'cancelled' })
      await ros.patch(path(id), { status: 'confirmed' })
    },
  ],
  [
    'a deletion and its undo',
    async (id: string) => {
      await server().services.db`update events set created_at = ${ago({ hours: 2 })} where id = ${id}`
      await ros.delete(path(id))
      await ros.post(`${path(id)}/restore`)
    },
  ],
])('%s within the settling time make no notice', async (_, change) => {
  const { id } = await createTestPractice(ros, band)
  await settle()
  await change(id)
  await settle()
  expect((await readSeen(kit)).map(([kind]) => kind)).toEqual(['event.added'])
})

test('an event that is added and deleted within the settling time makes no notice', async () => {
  const { id } = await createTestGig(ros, band)
  await ros.delete(path(id))
  await settle()
  expect(await readNoticesOf(kit)).toEqual([])
})

test('when two members change an event, each of the two gets a notice that names the other member, and a third member gets a notice that names the author of the last change', async () => {
  const { id } = await createTestPractice(ros, band)
  await settle()
  await ros.patch(path(id), { startTime: '20:00' })
  await kit.patch(path(id), { location: 'Room 3' })
  await settle()
  const body = (name: string) => `${name} moved it from 7 PM to 8 PM. New place: Room 3.`
  expect((await readSeen(ros))[0]).toEqual(['event.changed', body('Kit')])
  expect((await readSeen(kit))[0]).toEqual(['event.changed', body('Ros')])
  expect((await readSeen(mags))[0]).toEqual(['event.changed', body('Kit')])
})

test('a member who is removed during the settling time of a change gets no notice of it', async () => {
  await createTestPractice(ros, band)
  const { body: members } = await ros.get(`/api/bands/${band}/members`)
  const { id } = members.find(({ userId }: { userId: string }) => userId === kit.user.id)
  await ros.delete(`/api/bands/${band}/members/${id}`)
  await settle()
  expect(await readNoticesOf(kit)).toEqual([])
  expect((await readSeen(mags)).map(([kind]) => kind).toSorted()).toEqual(['event.added', 'member.left'])
})

test('when the database connection that is making notices is lost, the notices are made within 15 seconds', async () => {
  await createTestPractice(ros, band)
  const { db } = server().services
  await inTransaction(db, async (tx) => {
    await tx`select from memberships where band_id = ${band} for update`
    await db`update pending_notices set due_at = ${ago({ hours: 2 })} where cause <> 'songs'`
    await db`update jobs.job set start_after = now() where name = 'settle-notices' and state = 'created'`
    const breakConnection = async () => {
      const broken = await db`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for key share of m%'`
      return broken.length
    }
    await expect.poll(breakConnection).toBe(1)
  })
  await expect.poll(() => readSeen(kit), { timeout: 15_000 }).toEqual([['event.added', expect.any(String)]])
})

test('twenty parallel changes of an event by three members succeed while notices are being made, and a notice has the last place of the event', async () => {
  const { id } = await createTestPractice(ros, band)
  await settle()
  const clients = [ros, kit, mags, ros]
  const edits = Array.from({ length: 20 }, (_, at) => {
    const client = clients[at % 4] as TestClient
    return client.patch(path(id), client === mags ? { notes: `Change ${at}` } : { location: `Room ${at}` })
  })
  const settling = Array.from({ length: 5 }, async () => {
    const { services } = server()
    await services.db`update pending_notices set due_at = ${ago({ hours: 2 })}`
    await settleDueNotices(services, services.ending)
  })
  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(edits.map(() => 200))
  await Promise.all(settling)
  await settle()
  const { location } = (await ros.get(path(id))).body
  expect(await readSeen(mags)).toContainEqual(['event.changed', expect.stringContaining(`New place: ${location}.`)])
  for (const client of [ros, kit]) expect((await readSeen(client)).map(([kind]) => kind)).toContain('event.changed')
})
