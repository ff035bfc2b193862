import { expect, test } from 'vitest'
import { imageMessages } from '@gaffer/domain/images/image'
import { createTestBand, joinBand } from '#testing/builders.ts'
import { createPortraitDataUrl } from '#testing/populated-user.ts'
import type { TestResponse, TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const names = { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' }
const setAvatar = (client: TestClient, avatarUrl: string | null) => client.put('/api/me', { ...names, avatarUrl })
const upload = async (client: TestClient): Promise<string> =>
  (await setAvatar(client, await createPortraitDataUrl())).body.user.avatarUrl

const outcomeOf = ({ status, body }: TestResponse) => [status, body.message]
const refused = [400, imageMessages.notYours]

// 36 hex digits and dashes, but not a UUID.
const noUuids = [
  '0'.repeat(36),
  '-'.repeat(36),
  '01890000-0000-7000-8000-0000000000-0',
  '0189000-00000-7000-8000-000000000000',
]

test.each(noUuids)('GET /images/%s.webp, which is no UUID, is 404', async (name) => {
  expect((await server().newClient().get(`/images/${name}.webp`)).status).toBe(404)
})

test.each(noUuids)('the avatarUrl /images/%s.webp, which is no UUID, is refused with 400', async (name) => {
  const dee = await server().createUser()
  expect((await setAvatar(dee, `/images/${name}.webp`)).status).toBe(400)
})

test('the avatarUrl of a picture that does not exist is refused with 400', async () => {
  const dee = await server().createUser()
  expect(outcomeOf(await setAvatar(dee, '/images/01890000-0000-7000-8000-000000000000.webp'))).toEqual(refused)
})

test("another user's picture is refused with 400 as avatarUrl of a profile, a band, a new band and a membership", async () => {
  const [dee, stranger] = [await server().createUser(), await server().createUser()]
  const avatarUrl = await upload(stranger)
  const band = await createTestBand(dee)
  const card = `/api/bands/${band.id}/members/${band.membership.id}`
  expect(outcomeOf(await setAvatar(dee, avatarUrl))).toEqual(refused)
  expect(outcomeOf(await dee.patch(`/api/bands/${band.id}`, { avatarUrl }))).toEqual(refused)
  expect(outcomeOf(await dee.patch(card, { avatarUrl }))).toEqual(refused)
  expect(outcomeOf(await dee.post('/api/bands', { name: 'The Foxes', avatarUrl }))).toEqual(refused)
})

test('a user can use their own uploaded picture again after removing it from the profile, also as the picture of a band that another user owns', async () => {
  const [dee, owner] = [await server().createUser(), await server().createUser()]
  const band = await createTestBand(owner)
  await joinBand(owner, band.id, dee)
  const avatarUrl = await upload(dee)
  await setAvatar(dee, null)
  expect((await setAvatar(dee, avatarUrl)).body.user.avatarUrl).toBe(avatarUrl)
  expect((await dee.patch(`/api/bands/${band.id}`, { avatarUrl })).status).toBe(200)
})

test("the band's current picture is accepted as avatarUrl from a member and refused from a removed member", async () => {
  const [owner, dee] = [await server().createUser(), await server().createUser()]
  const band = await createTestBand(owner, { avatarUrl: await createPortraitDataUrl() })
  const { avatarUrl } = band
  await joinBand(owner, band.id, dee)
  expect((await dee.patch(`/api/bands/${band.id}`, { name: 'The Foxes', avatarUrl })).status).toBe(200)
  const cards = (await owner.get(`/api/bands/${band.id}/members`)).body
  const card = cards.find(({ userId }: { userId: string }) => userId === dee.user.id)
  expect((await owner.delete(`/api/bands/${band.id}/members/${card.id}`)).status).toBe(204)
  expect(outcomeOf(await setAvatar(dee, avatarUrl as string))).toEqual(refused)
})

test('two users who upload the same picture get the same address, and a user who removed the picture can use it again', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const portrait = await createPortraitDataUrl()
  const first = (await setAvatar(dee, portrait)).body.user.avatarUrl
  const second = (await setAvatar(kit, portrait)).body.user.avatarUrl
  expect(second).toBe(first)
  await setAvatar(dee, null)
  expect((await setAvatar(dee, first)).status).toBe(200)
})
