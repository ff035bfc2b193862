// Requests that cover the same member: a member has one dep at a gig.

import { beforeEach, expect, test } from 'vitest'
import { createTestBand, createTestGig, joinBand } from '#testing/builders.ts'
import {
  askDeps,
  createTestDep,
  findOnlyDepRequest,
  readDepLinkState,
  readDepTexts,
  waitForDepLinkPath,
  type TestDep,
} from '#testing/dep-helpers.ts'
import { immediateNoticesEnvironment } from '#testing/notices.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

let ros: TestClient, anybody: TestClient
let path: string, coversMembershipId: string
let tom: TestDep, ann: TestDep, jo: TestDep

beforeEach(async () => {
  ros = await server().createUser({ firstName: 'Ros' })
  const kit = await server().createUser({ firstName: 'Kit' })
  anybody = server().newClient()
  const band = (await createTestBand(ros)).id
  coversMembershipId = (await joinBand(ros, band, kit)).id
  path = `/api/bands/${band}/events/${(await createTestGig(ros, band)).id}`
  tom = await createTestDep(ros, band)
  ann = await createTestDep(ros, band, { name: 'Ann' })
  jo = await createTestDep(ros, band, { name: 'Jo' })
})

const ask = (...deps: TestDep[]) => askDeps(ros, path, deps, { coversMembershipId })
const answer = async (dep: TestDep, value: string) =>
  (await anybody.post(await waitForDepLinkPath(ros, dep), { answer: value })).status

test('a second dep request to cover a member is refused with 409 while the first request for that member is open, and after a dep has said Yes', async () => {
  expect((await ask(tom)).status).toBe(201)
  const sought = await ask(ann)
  expect([sought.status, sought.body.message]).toEqual([409, 'Your band is already looking for a dep for this member'])
  expect(await answer(tom, 'yes')).toBe(200)
  const covered = await ask(ann)
  expect([covered.status, covered.body.message]).toEqual([409, 'This member already has a dep for this gig'])
  // A request that covers no member is accepted, for example for an extra percussionist.
  expect((await askDeps(ros, path, [ann])).status).toBe(201)
  expect((await ros.get(`${path}/dep-requests`)).body).toHaveLength(2)
})

test('after a No of the last dep, or after the request of the dep who said Yes is withdrawn, another dep can be asked to cover the member', async () => {
  await ask(tom)
  expect(await answer(tom, 'no')).toBe(200)
  expect((await ask(ann)).status).toBe(201)
  expect(await answer(ann, 'yes')).toBe(200)
  const [, second] = (await ros.get(`${path}/dep-requests`)).body
  await ros.delete(`${path}/dep-requests/${second.id}`)
  expect((await ask(jo)).status).toBe(201)
})

test('of three parallel requests to cover the same member one is accepted, and the others get 409', async () => {
  const answers = await Promise.all([ask(tom), ask(ann), ask(jo)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect((await findOnlyDepRequest(ros, path)).coversMembershipId).toBe(coversMembershipId)
})

test('a late Yes to an earlier request suspends the later request for the same member, until the dep of the earlier request says No', async () => {
  await ask(tom)
  await waitForDepLinkPath(ros, tom)
  await server().services.db`update dep_asks set asked_at = asked_at - interval '5 hours' where asked_at is not null`
  expect((await ask(ann, jo)).status).toBe(201)
  await waitForDepLinkPath(ros, ann)
  expect(await answer(tom, 'yes')).toBe(200)
  const statuses = async () =>
    ((await ros.get(`${path}/dep-requests`)).body as { status: string; asks: { status: string }[] }[]).map(
      ({ status, asks }) => [status, ...asks.map((one) => one.status)].join(' '),
    )
  expect(await statuses()).toEqual(['filled yes', 'withdrawn covered waiting'])
  expect(await readDepLinkState(anybody, await waitForDepLinkPath(ros, ann))).toBe('covered')
  expect(await answer(ann, 'yes')).toBe(409)
  // When the dep cannot play after all, the later request goes on.
  expect(await answer(tom, 'no')).toBe(200)
  expect(await statuses()).toEqual(['exhausted no', 'open asked waiting'])
  expect(await answer(ann, 'yes')).toBe(200)
  expect(await readDepTexts(ros, jo)).toEqual([])
})
