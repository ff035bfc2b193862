import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageMessages, imageTypes, maxImageBytes } from '@gaffer/domain/images/image'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import type { TestClient, TestResponse } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const profile = { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' }

type Format = 'png' | 'jpeg' | 'gif' | 'webp'

/** A picture of one random colour, 1024 px wide. */
function createPicture(format: Format): Promise<Buffer> {
  const random = Math.floor(Math.random() * 0xffffff)
  const background = { r: random & 255, g: (random >> 8) & 255, b: random >> 16 }
  return sharp({ create: { width: 1024, height: 256, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
}

function post(user: TestClient, bytes: Uint8Array, type = 'image/png', headers = {}): Promise<TestResponse> {
  return user.post('/api/me/pictures', bytes, { 'content-type': type, ...headers })
}

async function countPictures(): Promise<number> {
  const [row] = await server().services.db<{ count: number }[]>`select count(*)::int as count from images`
  return row?.count ?? 0
}

test.each<Format>(['png', 'jpeg', 'gif', 'webp'])(
  'an uploaded picture of the type %s is stored as WebP of 512 px, and its address is accepted as avatarUrl of profile, band and membership',
  async (format) => {
    const dee = await server().createUser()
    const { status, body } = await post(dee, await createPicture(format), `image/${format}`)
    expect([status, Object.keys(body)]).toEqual([201, ['url']])
    const stored = await fetch(server().url + body.url)
    expect(stored.headers.get('content-type')).toBe('image/webp')
    const { format: storedFormat, width } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata()
    expect([storedFormat, width]).toEqual(['webp', 512])

    const avatarUrl = body.url as string
    expect((await dee.put('/api/me', { ...profile, avatarUrl })).body.user.avatarUrl).toBe(avatarUrl)
    const band = (await dee.post('/api/bands', { name: 'The Foxes', avatarUrl })).body
    expect(band.avatarUrl).toBe(avatarUrl)
    const card = `/api/bands/${band.id}/members/${band.membership.id}`
    expect((await dee.patch(card, { avatarUrl })).body.avatarUrl).toBe(avatarUrl)
  },
)

test('a picture uploaded again with its idempotency key gets the stored response, and another picture with that key is refused with 422', async () => {
  const dee = await server().createUser()
  const picture = await createPicture('png')
  const key = { 'idempotency-key': 'a' }
  const first = await post(dee, picture, 'image/png', key)
  const count = await countPictures()
  const repeated = await post(dee, picture, 'image/png', key)
  expect([repeated.status, repeated.body]).toEqual([201, first.body])
  const { status, body } = await post(dee, await createPicture('png'), 'image/png', key)
  expect([status, body.message]).toEqual([422, messages.idempotencyReused])
  expect(await countPictures()).toBe(count)
})

test('the same picture uploaded again has the same address and counts once against the daily limit', async () => {
  const dee = await server().createUser()
  const picture = await createPicture('png')
  const first = await post(dee, picture)
  expect((await post(dee, picture)).body).toEqual(first.body)
  const uploads = await server().services.db`select from image_uploads where user_id = ${dee.user.id}`
  expect(uploads).toHaveLength(1)
})

test("another user's uploaded picture is refused as avatarUrl", async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const { url } = (await post(dee, await createPicture('png'))).body
  const refused = await kit.put('/api/me', { ...profile, avatarUrl: url })
  expect([refused.status, refused.body.message]).toEqual([400, imageMessages.notYours])
})

test('bytes that are no picture are refused with 400 and stored nowhere', async () => {
  const dee = await server().createUser()
  const before = await countPictures()
  for (const bytes of [
    Buffer.from('no picture'),
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ]) {
    const { status, body } = await post(dee, bytes)
    expect([status, body]).toEqual([400, { code: 'invalid_input', message: imageMessages.wrongType.text }])
  }
  expect(await countPictures()).toBe(before)
})

test.each(['image/svg+xml', 'application/pdf', 'application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
  'an upload of the media type %s is refused with 415 and the message for wrong files',
  async (type) => {
    const { status, body } = await post(await server().createUser(), Buffer.from('{}'), type)
    expect([status, body]).toEqual([415, { code: 'wrong_content_type', message: imageMessages.wrongType.text }])
  },
)

test.each(imageTypes)('a body of the type %s is refused with 415 by an endpoint that takes JSON', async (type) => {
  const dee = await server().createUser()
  const { status, body } = await dee.send('PUT', '/api/me', await createPicture('png'), { 'content-type': type })
  expect([status, body.code]).toEqual([415, 'wrong_content_type'])
})

test('a picture of more than 5 MB is refused with 413, and a picture of exactly 5 MB is accepted with 201', async () => {
  const dee = await server().createUser()
  const tooLarge = await post(dee, Buffer.alloc(maxImageBytes + 1))
  expect([tooLarge.status, tooLarge.body]).toEqual([413, { code: 'too_large', message: imageMessages.tooLarge.text }])
  const picture = await createPicture('png')
  const padded = Buffer.concat([picture, Buffer.alloc(maxImageBytes - picture.length)])
  expect((await post(dee, padded)).status).toBe(201)
})

test('an upload without a session is refused with 401, and an upload over the daily limit with 429', async () => {
  expect((await post(server().newClient(), await createPicture('png'))).status).toBe(401)
  const dee = await server().createUser()
  await server().services.db`
    with stored as (
      insert into images (id, content_hash, content, created_at)
      select gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), '', ${testClock.now()}::timestamptz
      from generate_series(1, ${limits.pictureUploadsPerDay}::int)
      returning id)
    insert into image_uploads (image_id, user_id, uploaded_at) select id, ${dee.user.id}, ${testClock.now()}::timestamptz from stored`
  const { status, body, headers } = await post(dee, await createPicture('png'))
  expect([status, body]).toEqual([429, { code: 'too_many_requests', message: messages.picturesTooMany }])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

test('of eight parallel uploads of one user some get 201 and the others 429', async () => {
  const dee = await server().createUser()
  const pictures = await Promise.all(Array.from({ length: 8 }, () => createPicture('jpeg')))
  const statuses = (await Promise.all(pictures.map((picture) => post(dee, picture, 'image/jpeg')))).map(
    ({ status }) => status,
  )
  expect(new Set(statuses)).toEqual(new Set([201, 429]))
})
