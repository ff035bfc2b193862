import { expect, test } from 'vitest'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { createTestBand } from '#testing/builders.ts'
import { createPortraitDataUrl } from '#testing/populated-user.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const profile = { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' }
const upload = async (user: TestClient) => user.put('/api/me', { ...profile, avatarUrl: await createPortraitDataUrl() })

async function storeUploads({ user }: TestClient, count: number, age: string): Promise<void> {
  await server().services.db`
    with stored as (
      insert into images (id, content_hash, content, created_at)
      select gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), '', ${testClock.now()} from generate_series(1, ${count}::int)
      returning id)
    insert into image_uploads (image_id, user_id, uploaded_at)
    select id, ${user.id}, ${testClock.now()}::timestamptz - ${age}::interval from stored`
}

test('a user can upload 50 pictures in 24 hours, and after Retry-After the next one is accepted', async () => {
  const dee = await server().createUser()
  await storeUploads(dee, 49, '23 hours 59 minutes')
  expect((await upload(dee)).status).toBe(200)
  const { status, body, headers } = await upload(dee)
  expect([status, body]).toEqual([429, { code: 'too_many_requests', message: messages.picturesTooMany }])
  const wait = Number(headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  await server().services.db`
    update image_uploads set uploaded_at = uploaded_at - make_interval(secs => ${wait}) where user_id = ${dee.user.id}`
  expect((await upload(dee)).status).toBe(200)
})

test('a user at the limit of uploads can save a profile without a new picture and create a band without a picture, and gets 429 for a band with a new picture', async () => {
  const dee = await server().createUser()
  const { avatarUrl } = (await upload(dee)).body.user
  await storeUploads(dee, limits.pictureUploadsPerDay, '1 hour')
  const answer = await dee.put('/api/me', { ...profile, hometown: 'Leeds', avatarUrl })
  expect([answer.status, answer.body.user.avatarUrl]).toEqual([200, avatarUrl])
  await createTestBand(dee)
  expect((await dee.post('/api/bands', { name: 'The Foxes', avatarUrl: await createPortraitDataUrl() })).status).toBe(
    429,
  )
})

test('a user at the limit of uploads who repeats the creation of a band with the same idempotency key gets the stored response', async () => {
  const dee = await server().createUser()
  await storeUploads(dee, limits.pictureUploadsPerDay - 1, '1 hour')
  const [body, key] = [{ name: 'The Foxes', avatarUrl: await createPortraitDataUrl() }, { 'idempotency-key': 'a band' }]
  const first = await dee.post('/api/bands', body, key)
  expect(first.status).toBe(201)
  const retry = await dee.post('/api/bands', body, key)
  expect([retry.status, retry.body]).toEqual([201, first.body])
  expect((await dee.post('/api/bands', { ...body, name: 'The Moles' }, key)).status).toBe(422)
  expect((await dee.post('/api/bands', body, { 'idempotency-key': 'another band' })).status).toBe(429)
})

test("a user's uploads do not count towards the limit of another user", async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  await storeUploads(dee, limits.pictureUploadsPerDay, '1 hour')
  expect((await upload(kit)).status).toBe(200)
})
