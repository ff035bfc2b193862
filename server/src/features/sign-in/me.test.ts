import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hashSecret } from '#platform/keys.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const names = { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' }

test('GET /api/me without a session is 401', async () => {
  const { status, body } = await server().newClient().get('/api/me')
  expect([status, body]).toEqual([401, { code: 'not_signed_in', message: 'Not authenticated' }])
})

test('a saved profile is trimmed and cleaned of invisible characters, keeps markup as text and counts as completed', async () => {
  const dee = await server().createUser()
  await server().services.db`
    update users set first_name = null, last_name = null, display_name = null where id = ${dee.user.id}`
  expect((await dee.get('/api/me')).body.user.profileCompleted).toBe(false)
  const { status, body } = await dee.put('/api/me', {
    firstName: '  Dee\u202E ',
    lastName: 'O\u2019Marsh',
    displayName: '<b>Dee</b>',
    hometown: ' ',
    instrument: 'drums',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    message: 'Profile Updated',
    user: {
      firstName: 'Dee',
      lastName: 'O\u2019Marsh',
      displayName: '<b>Dee</b>',
      hometown: null,
      instrument: 'drums',
      profileCompleted: true,
    },
  })
})

test('PUT /api/me with platformAdmin is refused with 400 as an unknown field', async () => {
  const dee = await server().createUser()
  const { status, body } = await dee.put('/api/me', { ...names, platformAdmin: true })
  expect([status, body.issues]).toEqual([400, [{ path: 'platformAdmin', message: 'Unknown field' }]])
})

test('a profile picture is stored as a 512 px WebP without metadata and served as immutable', async () => {
  const dee = await server().createUser()
  const photo = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#c2703d' } })
    .withExif({ IFD0: { Copyright: 'planted metadata' } })
    .jpeg()
    .toBuffer()
  const avatarUrl = `data:image/jpeg;base64,${photo.toString('base64')}`
  const { body } = await dee.put('/api/me', { ...names, avatarUrl })
  expect(body.user.avatarUrl).toMatch(/^\/images\/[0-9a-f-]{36}\.webp$/)
  const served = await fetch(server().url + body.user.avatarUrl)
  expect(served.headers.get('content-type')).toBe('image/webp')
  expect(served.headers.get('cache-control')).toContain('immutable')
  const stored = Buffer.from(await served.arrayBuffer())
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 512, height: 288 })
  expect(stored.toString('latin1')).not.toContain('planted')
  const kept = await dee.put('/api/me', { ...names, avatarUrl: body.user.avatarUrl })
  expect(kept.body.user.avatarUrl).toBe(body.user.avatarUrl)
})

test.each([
  [
    'an SVG',
    `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`,
  ],
  [
    'an SVG with the MIME type of a PNG',
    `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64')}`,
  ],
  ['text with the MIME type of a PNG', `data:image/png;base64,${Buffer.from('hello').toString('base64')}`],
  ['a URL of another site', 'https://example.com/me.png'],
])('%s is refused as a profile picture', async (_, avatarUrl) => {
  const dee = await server().createUser()
  const { status, body } = await dee.put('/api/me', { ...names, avatarUrl })
  expect([status, body.message]).toEqual([400, 'Please select an image file (PNG, JPG, GIF, etc.)'])
})

test('a profile picture of more than 40 megapixels in a file under 1 MB is refused with 400', async () => {
  const create = { width: 8200, height: 5000, channels: 3, background: '#fff' } as const
  const png = await sharp({ create, limitInputPixels: false }).png().toBuffer()
  expect(png.length).toBeLessThan(1024 * 1024)
  const avatarUrl = `data:image/png;base64,${png.toString('base64')}`
  const dee = await server().createUser()
  expect((await dee.put('/api/me', { ...names, avatarUrl })).status).toBe(400)
})

test('a profile picture over 5 MB is refused with the message that it is too large', async () => {
  const dee = await server().createUser()
  const avatarUrl = `data:image/png;base64,${Buffer.alloc(5 * 1024 * 1024 + 3).toString('base64')}`
  const { status, body } = await dee.put('/api/me', { ...names, avatarUrl })
  expect([status, body.message]).toEqual([400, 'Image must be smaller than 5MB'])
})

test('sign-out ends the session on the server and is 204 even without a session', async () => {
  const dee = await server().createUser()
  const token = dee.cookies.get('gaffer_session') as string
  expect((await dee.post('/auth/logout')).status).toBe(204)
  dee.cookies.set('gaffer_session', token)
  expect((await dee.get('/api/me')).status).toBe(401)
  expect((await dee.post('/auth/logout')).status).toBe(204)
})

test('a bearer token is accepted until its session ends, and a changed bearer token is refused with 401', async () => {
  const dee = await server().createUser()
  const { body } = await dee.post('/auth/token')
  const bearer = { authorization: `Bearer ${body.accessToken}` }
  expect((await server().newClient().get('/api/me', bearer)).status).toBe(200)
  const [id, expires, signature] = body.accessToken.split('.')
  for (const forged of [`${id}.${Number(expires) + 900}.${signature}`, `${id}.${expires}.${'A'.repeat(43)}`, id]) {
    expect(
      (
        await server()
          .newClient()
          .get('/api/me', { authorization: `Bearer ${forged}` })
      ).status,
    ).toBe(401)
  }
  await dee.post('/auth/logout')
  expect((await server().newClient().get('/api/me', bearer)).status).toBe(401)
})

test('a request with an Authorization header that is not a bearer token is 401 despite a session cookie', async () => {
  const dee = await server().createUser()
  expect((await dee.get('/api/me', { authorization: 'Basic Zm9v' })).status).toBe(401)
})

test('the stored hash of a session token is refused with 401 as a session cookie', async () => {
  const dee = await server().createUser()
  const hash = hashSecret(dee.cookies.get('gaffer_session') as string)
  for (const encoding of ['base64url', 'hex'] as const) {
    const thief = server().newClient()
    thief.cookies.set('gaffer_session', hash.toString(encoding))
    expect((await thief.get('/api/me')).status).toBe(401)
  }
})
