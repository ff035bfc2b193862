// Texts to deps of a band that is deleted because its last member erases their account.

import { beforeEach, expect, test } from 'vitest'
import { runAccountAction } from '#cli/person.ts'
import { createTestBand, createTestGig } from '#testing/builders.ts'
import {
  askDeps,
  createTestDep,
  expectDepTexts,
  passMinutesSinceDepTexts,
  readDepTexts,
  waitForDepLinkPath,
  type TestDep,
} from '#testing/dep-helpers.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { ago } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

const asked = 'Ros of The Night Buses: can you play drums? public gig Fri 12 Mar, 8 PM, The Brudenell. LINK'
const off = 'The Night Buses: the public gig on Fri 12 Mar, 8 PM is cancelled. Sorry!'

let ros: TestClient, reader: TestClient
let band: string

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  reader = await server().createUser()
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
})

/** Creates a gig and asks the deps, all at once. */
async function askForGig(deps: readonly TestDep[]): Promise<void> {
  const { id } = await createTestGig(ros, band)
  await askDeps(ros, `/api/bands/${band}/events/${id}`, deps, { mode: 'all' })
  for (const dep of deps) await expect.poll(async () => (await readDepTexts(reader, dep)).at(-1)).toBe(asked)
}

async function eraseByCommand(): Promise<void> {
  const { db, config } = server().services
  await runAccountAction({ db, config, address: server().database }, { verb: 'erase', phone: ros.user.phone })
}

test.each([
  ['the last member erases their account', async () => expect((await ros.delete('/api/me')).status).toBe(204)],
  ['the operator erases the account of the last member', eraseByCommand],
])('when %s, the deps who play or were asked are texted that the gig is off', async (_, erase) => {
  const playing = await createTestDep(ros, band)
  const declined = await createTestDep(ros, band)
  const waiting = await createTestDep(ros, band)
  await askForGig([playing, declined])
  expect((await reader.post(await waitForDepLinkPath(reader, declined), { answer: 'no' })).status).toBe(200)
  expect((await reader.post(await waitForDepLinkPath(reader, playing), { answer: 'yes' })).status).toBe(200)
  await askForGig([waiting])
  await erase()
  await expectDepTexts(reader, playing, [asked, off])
  await expectDepTexts(reader, waiting, [asked, off])
  await expectDepTexts(reader, declined, [asked])
})

test('a text to a deleted dep, delayed by a message limit, is still sent after the band is deleted', async () => {
  const dep = await createTestDep(ros, band)
  await askForGig([dep])
  const { db } = server().services
  await db`
    insert into outgoing_messages (id, way, purpose, caused_by, recipient, is_requested, created_at, counted_at)
    select gen_random_uuid(), 'text', 'dep text', ${ros.user.id}, '+44' || n, true, ${ago({ minutes: 1 })}, ${ago({ minutes: 1 })}
    from generate_series(1, 20) n`
  await ros.delete(`/api/bands/${band}/deps/${dep.id}`)
  await passMinutesSinceDepTexts(server(), 0)
  expect(await readDepTexts(reader, dep)).toEqual([asked])
  expect((await ros.delete('/api/me')).status).toBe(204)
  await passMinutesSinceDepTexts(server(), 0)
  await expect.poll(async () => (await readDepTexts(reader, dep)).at(-1)).toMatch(/no dep is needed any more/)
})
