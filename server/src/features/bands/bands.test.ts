import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { leaveBand } from './member-service.ts'
import { createTestBand, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

const server = useTestServer()

test('the creator of a band gets owner access, even with the role label "Roadie"', async () => {
  const dee = await server().createUser()
  const band = await createTestBand(dee, { role: 'Roadie' })
  expect(band.membership).toMatchObject({ access: 'owner', role: 'Roadie', status: 'active', userId: dee.user.id })
  expect(band).toMatchObject({ name: 'The Night Buses', allowedEventTypes: ['practice', 'public_gig'], version: 1 })
})

test('a blank role label of the creator becomes "owner"', async () => {
  const band = await createTestBand(await server().createUser(), { role: '  ' })
  expect(band.membership.role).toBe('owner')
})

test('a band is 404 for a user who is not a member of the band', async () => {
  const band = await createTestBand(await server().createUser())
  const outsider = await server().createUser()
  const answer = await outsider.get(`/api/bands/${band.id}`)
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
})

test('of two parallel edits of the same band version one is stored and the other gets 412', async () => {
  const dee = await server().createUser()
  const band = await createTestBand(dee)
  const seen = { 'if-match': `"${band.version}"` }
  const answers = await Promise.all([
    dee.patch(`/api/bands/${band.id}`, { name: 'First' }, seen),
    dee.patch(`/api/bands/${band.id}`, { name: 'Second' }, seen),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  const now = await dee.get(`/api/bands/${band.id}`)
  expect(now.body).toMatchObject({ version: 2, name: answers[0]?.status === 200 ? 'First' : 'Second' })
})

test('saving a band without changes keeps its version and adds no activity, and with the If-Match of another version is refused with 412', async () => {
  const dee = await server().createUser()
  const { membership: _, ...band } = await createTestBand(dee, { description: 'Loud' })
  const { name, description, allowedEventTypes } = band
  for (const same of [{}, { name, description, avatarUrl: null, allowedEventTypes }]) {
    expect((await dee.patch(`/api/bands/${band.id}`, same)).body).toEqual(band)
  }
  expect((await dee.patch(`/api/bands/${band.id}`, {}, { 'if-match': '"2"' })).status).toBe(412)
  expect((await dee.patch(`/api/bands/${band.id}`, { description: null })).body.version).toBe(2)
  const { body: activity } = await dee.get(`/api/bands/${band.id}/activity`)
  expect(activity.filter(({ verb }: { verb: string }) => verb === 'changed_settings')).toHaveLength(1)
})

test('a PATCH of the event types of a band keeps its name and description, and an empty list of event types is refused with 400', async () => {
  const dee = await server().createUser()
  const band = await createTestBand(dee, { description: 'Loud' })
  const changed = await dee.patch(`/api/bands/${band.id}`, { allowedEventTypes: ['festival'] })
  expect(changed.body).toMatchObject({ name: 'The Night Buses', description: 'Loud', allowedEventTypes: ['festival'] })
  expect((await dee.patch(`/api/bands/${band.id}`, { allowedEventTypes: [] })).status).toBe(400)
})

test('a band edit that waits while its author leaves the band gets 404 and changes nothing', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const { id: bandId } = await createTestBand(dee)
  const { id: membershipId } = await joinBand(dee, bandId, kit)
  let answer: ReturnType<TestClient['patch']> | undefined
  await server().services.db.transaction(async (tx) => {
    await leaveBand(tx, { userId: kit.user.id, bandId, membershipId } as MemberContext, { keepEventIds: [] })
    answer = kit.patch(`/api/bands/${bandId}`, { name: 'Kit’s' })
    await sleep(300)
  })
  expect((await answer)?.status).toBe(404)
  expect((await dee.get(`/api/bands/${bandId}`)).body.name).toBe('The Night Buses')
})
