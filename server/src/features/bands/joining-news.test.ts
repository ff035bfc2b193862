// The news that a user joined waits until their profile has a name.

import { expect, test } from 'vitest'
import { createTestBand, joinBand } from '#testing/builders.ts'
import {
  expectNotices,
  immediateNoticesEnvironment,
  readNoticesOf,
  waitUntilDueNoticesStored,
} from '#testing/notices.ts'
import { signInBySms } from '#testing/sms.ts'
import type { TestClient } from '#testing/test-client.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer(immediateNoticesEnvironment)

const profile = { firstName: 'Sal', lastName: 'Reed', displayName: 'Sal' }

/** A user who joined a band by its link, and has no name in the profile yet. */
async function joinWithoutName() {
  const dee = await server().createUser({ firstName: 'Dee' })
  const { id } = await createTestBand(dee)
  const { inviteLink } = (await dee.post(`/api/bands/${id}/invites/general`)).body
  const sal = server().newClient()
  await sal.post('/auth/invite', { token: inviteLink.split('/invite/')[1] })
  const { body } = await signInBySms(sal, nextTestPhone())
  expect(body.joinedBandId).toBe(id)
  return { dee, sal, bandId: id }
}

async function joinsOf(caller: TestClient, bandId: string): Promise<(string | null)[]> {
  const lines = (await caller.get(`/api/bands/${bandId}/activity`)).body as { verb: string; actor: string | null }[]
  return lines.filter(({ verb }) => verb === 'joined').map(({ actor }) => actor)
}

test('a new member without a name causes one notice and one line in the activity when their profile gets a name', async () => {
  const { dee, sal, bandId } = await joinWithoutName()
  await waitUntilDueNoticesStored(server())
  expect([await readNoticesOf(dee), await joinsOf(dee, bandId)]).toEqual([[], []])
  const saved = await Promise.all([sal.put('/api/me', profile), sal.put('/api/me', profile)])
  expect(saved.map(({ status }) => status)).toEqual([200, 200])
  const [told] = await expectNotices(dee, ['member.joined'])
  expect([told?.title, await joinsOf(dee, bandId)]).toEqual(['Sal joined the band', ['Sal']])
  await sal.put('/api/me', { ...profile, displayName: 'Sally' })
  await waitUntilDueNoticesStored(server())
  expect([(await readNoticesOf(dee)).length, await joinsOf(dee, bandId)]).toEqual([1, ['Sally']])
})

test('a new member who is removed before their profile has a name causes no notice and no line in the activity', async () => {
  const { dee, sal, bandId } = await joinWithoutName()
  const [, { id }] = (await dee.get(`/api/bands/${bandId}/members`)).body
  await dee.delete(`/api/bands/${bandId}/members/${id}`)
  await sal.put('/api/me', profile)
  await waitUntilDueNoticesStored(server())
  expect([await readNoticesOf(dee), await joinsOf(dee, bandId)]).toEqual([[], []])
})

test('a new member with a name causes a notice at once, and no second notice when the profile changes', async () => {
  const dee = await server().createUser({ firstName: 'Dee' })
  const { id } = await createTestBand(dee)
  const kit = await server().createUser({ firstName: 'Kit' })
  await joinBand(dee, id, kit)
  await expectNotices(dee, ['member.joined'])
  await kit.put('/api/me', { ...profile, displayName: 'Kitty' })
  await waitUntilDueNoticesStored(server())
  expect([(await readNoticesOf(dee)).length, await joinsOf(dee, id)]).toEqual([1, ['Kitty']])
})

test('the activity of a band has no line that its founder joined, even if their profile had no name at first', async () => {
  const { sal } = await joinWithoutName()
  const { id } = await createTestBand(sal, { displayName: 'Sal' })
  await sal.put('/api/me', profile)
  expect(await joinsOf(sal, id)).toEqual([])
})
