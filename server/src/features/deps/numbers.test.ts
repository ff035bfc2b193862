// Changed numbers of deps, and numbers whose dep chose “Don’t ask me again”.

import { beforeEach, expect, test } from 'vitest'
import { createTestBand, createTestGig } from '#testing/builders.ts'
import {
  askDeps,
  createTestDep,
  expectDepTexts,
  passMinutesSinceDepTexts,
  readDepLinkState,
  readDepStatusLine,
  readDepTexts,
  waitForDepLinkPath,
  waitUntilDepTextsSettled,
  type TestDep,
} from '#testing/dep-helpers.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'
import { ProviderError } from '#providers/provider-error.ts'

const server = useTestServer(immediateNoticesEnvironment)

let ros: TestClient, anybody: TestClient
let band: string, path: string
let tom: TestDep, ann: TestDep

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  anybody = server().newClient()
  band = (await createTestBand(ros, { displayName: 'Ros' })).id
  path = `/api/bands/${band}/events/${(await createTestGig(ros, band)).id}`
  tom = await createTestDep(ros, band)
  ann = await createTestDep(ros, band, { name: 'Ann' })
})

const asked = 'Ros of The Night Buses: can you play drums? public gig Fri 12 Mar, 8 PM, The Brudenell. LINK'
const patchNumber = (dep: TestDep, phone: string) => ros.patch(`/api/bands/${band}/deps/${dep.id}`, { phone })

/** Gives the dep another number; returns the changed dep. */
async function correctNumber(dep: TestDep): Promise<TestDep> {
  const { status, body } = await patchNumber(dep, nextTestPhone())
  expect(status).toBe(200)
  return body as TestDep
}

async function expectDeadLink(link: string): Promise<void> {
  const ofPages = link.replace('/api/dep-links', '/dep')
  const replies = [
    await anybody.get(link),
    await anybody.post(link, { answer: 'yes' }),
    await anybody.delete(link),
    await anybody.get(`${ofPages}.ics`),
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
}

test('after a dep’s number is corrected, the new number is texted the request with a new link, and the link texted to the old number is 404', async () => {
  await askDeps(ros, path, [tom, ann])
  const old = await waitForDepLinkPath(ros, tom)
  const corrected = await correctNumber(tom)
  await expectDeadLink(old)
  const link = await waitForDepLinkPath(ros, corrected)
  expect(link).not.toBe(old)
  await expectDepTexts(ros, corrected, [asked])
  expect(await readDepTexts(ros, tom)).toEqual([asked])
  expect(await readDepStatusLine(ros, path)).toBe('open asked waiting')
  expect((await anybody.post(link, { answer: 'yes' })).body.state).toBe('yes')
  await ros.patch(path, { startTime: '19:00' })
  await expect.poll(() => readDepTexts(ros, corrected)).toHaveLength(2)
  expect(await readDepTexts(ros, tom)).toHaveLength(1)
})

test('a Yes from a dep’s old number does not count for the corrected number: the gig has no dep until the corrected number says Yes', async () => {
  await askDeps(ros, path, [tom])
  const old = await waitForDepLinkPath(ros, tom)
  await anybody.post(old, { answer: 'yes' })
  const corrected = await correctNumber(tom)
  await expectDeadLink(old)
  expect((await ros.get(path)).body.deps).toEqual([])
  expect(await readDepStatusLine(ros, path)).toBe('open asked')
  expect((await anybody.post(await waitForDepLinkPath(ros, corrected), { answer: 'yes' })).status).toBe(200)
  expect((await ros.get(path)).body.deps).toEqual([{ name: 'Tom', instrument: 'drums' }])
})

test.each([1, 2, 3, 4])(
  'after a Yes from a dep’s old number parallel to the correction of the number, the request is still open and the new number is asked (run %i)',
  async () => {
    await askDeps(ros, path, [tom])
    const old = await waitForDepLinkPath(ros, tom)
    const [answer, changed] = await Promise.all([
      anybody.post(old, { answer: 'yes' }),
      patchNumber(tom, nextTestPhone()),
    ])
    expect([200, 404]).toContain(answer.status)
    expect(changed.status).toBe(200)
    await expectDeadLink(old)
    await waitForDepLinkPath(ros, changed.body as TestDep)
    expect(await readDepStatusLine(ros, path)).toBe('open asked')
  },
)

test('a dep whose number is corrected before their turn is asked only at the new number', async () => {
  await askDeps(ros, path, [ann, tom])
  const corrected = await correctNumber(tom)
  await anybody.post(await waitForDepLinkPath(ros, ann), { answer: 'no' })
  await expectDepTexts(ros, corrected, [asked])
  expect(await readDepTexts(ros, tom)).toEqual([])
})

test('a dep’s No stays when their number changes, and the link texted to the old number is 404', async () => {
  await askDeps(ros, path, [tom])
  const old = await waitForDepLinkPath(ros, tom)
  await anybody.post(old, { answer: 'no' })
  const corrected = await correctNumber(tom)
  await expectDeadLink(old)
  await waitUntilDepTextsSettled(server(), band)
  expect(await readDepStatusLine(ros, path)).toBe('exhausted no')
  expect(await readDepTexts(ros, corrected)).toEqual([])
})

test('changing a dep’s number to another spelling of the same number sends no second text', async () => {
  await askDeps(ros, path, [tom])
  const link = await waitForDepLinkPath(ros, tom)
  expect((await patchNumber(tom, tom.phone.replace('+44', '0'))).status).toBe(200)
  expect(await readDepLinkState(anybody, link)).toBe('asked')
  await waitUntilDepTextsSettled(server(), band)
  expect(await readDepTexts(ros, tom)).toHaveLength(1)
})

test('after a dep’s number is corrected while a text to it fails, the old number gets no further attempt', async () => {
  const { services } = server()
  const real = services.sms
  let attempts = 0
  services.sms = {
    send: async (message) => {
      if (message.to !== tom.phone) return real.send(message)
      attempts += 1
      corrected ??= await correctNumber(tom)
      throw new ProviderError({ service: 'sms', failure: 'busy', reference: message.reference, detail: 'test' })
    },
  }
  let corrected: TestDep | undefined
  await askDeps(ros, path, [tom])
  await expect.poll(() => corrected?.phone).toBeDefined()
  await expectDepTexts(ros, corrected as TestDep, [asked])
  const { db } = services
  await expect.poll(async () => (await db`select from outgoing_messages where recipient = ${tom.phone}`).length).toBe(0)
  services.sms = real
  expect(attempts).toBe(1)
  expect(await readDepTexts(ros, tom)).toEqual([])
})

test('a number whose dep chose “Don’t ask me again” can be given to no other dep of the band', async () => {
  await askDeps(ros, path, [tom])
  await anybody.post(await waitForDepLinkPath(ros, tom), { answer: 'never' })
  // Other fields of the same dep can still be edited.
  expect((await ros.patch(`/api/bands/${band}/deps/${tom.id}`, { phone: tom.phone, note: 'Loud' })).status).toBe(200)
  await ros.delete(`/api/bands/${band}/deps/${tom.id}`)
  await askDeps(ros, path, [ann])
  const link = await waitForDepLinkPath(ros, ann)
  const refused = await patchNumber(ann, tom.phone)
  expect([refused.status, refused.body]).toEqual([
    409,
    { code: 'conflict', message: 'The person with this number does not want to be asked by your band again' },
  ])
  expect(await readDepLinkState(anybody, link)).toBe('asked')
  expect(await readDepTexts(ros, tom)).toHaveLength(1)
})

test('a dep who said Yes to one gig and then “Don’t ask me again” to another gets no text about changes of the first gig', async () => {
  await askDeps(ros, path, [tom])
  await anybody.post(await waitForDepLinkPath(ros, tom), { answer: 'yes' })
  const other = await createTestGig(ros, band, { date: '2027-03-19' })
  await askDeps(ros, `/api/bands/${band}/events/${other.id}`, [tom])
  await anybody.post(await waitForDepLinkPath(ros, tom, 2), { answer: 'never' })
  await ros.patch(path, { startTime: '19:00' })
  await waitUntilDepTextsSettled(server(), band)
  await ros.patch(path, { status: 'cancelled' })
  await waitUntilDepTextsSettled(server(), band)
  await passMinutesSinceDepTexts(server(), 10)
  await waitUntilDepTextsSettled(server(), band)
  expect(await readDepTexts(ros, tom)).toHaveLength(2)
})
