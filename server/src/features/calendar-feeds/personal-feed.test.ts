// The feed of all bands of a user: /api/me/calendar/url.

import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import { eventSummariesFromIcs } from '#testing/read-calendar-file.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, buses: Band, foxes: Band

beforeAll(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  buses = await createTestBand(dee, { name: 'The Night Buses' })
  foxes = await createTestBand(dee, { name: 'Foxes' })
  await joinBand(dee, buses.id, kit)
  await createTestGig(dee, buses.id, { title: 'Launch' })
  await createTestPractice(kit, buses.id)
  await createTestPractice(dee, foxes.id, { title: 'Fox practice' })
  await createTestDaysAway(dee, buses.id, { title: 'Hull', notes: 'By train' })
  await createTestDaysAway(kit, buses.id, { title: 'SECRET-KIT' })
})

const addressOf = async (caller: TestClient) => (await caller.get('/api/me/calendar/url')).body.url as string
const readFeed = (url: string, headers: Record<string, string> = {}) =>
  server().newClient().get(new URL(url).pathname, headers)

test('the personal feed has the events of all the user’s bands, each after its band’s name, and no days away of other members', async () => {
  const { status, text, headers } = await readFeed(await addressOf(dee))
  expect(status).toBe(200)
  expect(eventSummariesFromIcs(text)).toEqual([
    'Foxes: Fox practice',
    'Hull',
    'The Night Buses: Launch',
    'The Night Buses: Practice',
  ])
  expect(text).not.toContain('SECRET')
  expect(headers.get('x-robots-tag')).toBe('noindex')
})

test('the address of a personal feed is stable, and differs from those of another user and of the user’s band feeds', async () => {
  const { urls } = (await dee.get(`/api/bands/${buses.id}/calendar/url`)).body
  const all = [await addressOf(dee), await addressOf(kit), ...Object.values(urls)]
  expect(new Set(all).size).toBe(all.length)
  expect(await addressOf(dee)).toBe(all[0])
})

test('replacing the address of a personal feed makes the old address 404, and the user’s band feed and another user’s personal feed stay readable', async () => {
  const old = await addressOf(dee)
  const { urls } = (await dee.get(`/api/bands/${buses.id}/calendar/url`)).body
  const { url } = (await dee.post('/api/me/calendar/url/rotate')).body
  expect(url).not.toBe(old)
  const statuses = await Promise.all(
    [old, url, urls.full, await addressOf(kit)].map(async (one) => (await readFeed(one)).status),
  )
  expect(statuses).toEqual([404, 200, 200, 200])
})

test('a personal feed answers 304 to its ETag, and 200 after an event is added to one of the user’s bands', async () => {
  const url = await addressOf(dee)
  const etag = (await readFeed(url)).headers.get('etag') as string
  expect((await readFeed(url, { 'if-none-match': etag })).status).toBe(304)
  await createTestPractice(dee, foxes.id, { title: 'New' })
  expect((await readFeed(url, { 'if-none-match': etag })).status).toBe(200)
})

test('the personal feed of a member who was removed from a band no longer has the events of that band', async () => {
  const guest = await server().createUser()
  const { id } = await joinBand(dee, buses.id, guest)
  const url = await addressOf(guest)
  expect(eventSummariesFromIcs((await readFeed(url)).text)).toContain('The Night Buses: Launch')
  await dee.delete(`/api/bands/${buses.id}/members/${id}`)
  expect(eventSummariesFromIcs((await readFeed(url)).text)).toEqual([])
})

test('the personal feed of an erased account is 404', async () => {
  const leaving = await server().createUser()
  const url = await addressOf(leaving)
  expect((await readFeed(url)).status).toBe(200)
  expect((await leaving.delete('/api/me')).status).toBe(204)
  expect((await readFeed(url)).status).toBe(404)
})

test("a feed token with a user's id and a band feed's kind, or a membership's id and the personal kind, is 404", async () => {
  const personal = Buffer.from(
    new URL(await addressOf(dee)).pathname.slice('/feeds/'.length, -'.ics'.length),
    'base64url',
  )
  const { urls } = (await dee.get(`/api/bands/${buses.id}/calendar/url`)).body
  const full = Buffer.from(new URL(urls.full).pathname.slice('/feeds/'.length, -'.ics'.length), 'base64url')
  for (const [token, kind] of [
    [personal, full[16]],
    [full, personal[16]],
  ] as const) {
    const forged = Buffer.from(token)
    forged[16] = kind as number
    expect(
      (
        await server()
          .newClient()
          .get(`/feeds/${forged.toString('base64url')}.ics`)
      ).status,
    ).toBe(404)
  }
})
