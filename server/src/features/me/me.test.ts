// The signed-in person over the wire: profile, sessions, bearers.

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hashSecret } from '#platform/keys.ts'
import { useWorld } from '#testing/world.ts'

const world = useWorld()
const names = { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' }

test('without a session there is nobody', async () => {
  const { status, body } = await world().stranger().get('/api/me')
  expect([status, body]).toEqual([401, { code: 'not_signed_in', message: 'Not authenticated' }])
})

test('a profile is saved, cleaned and complete once all three names exist', async () => {
  const dee = await world().person()
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

test('platformAdmin cannot be written', async () => {
  const dee = await world().person()
  const { status, body } = await dee.put('/api/me', { ...names, platformAdmin: true })
  expect([status, body.issues]).toEqual([400, [{ path: 'platformAdmin', message: 'Unknown field' }]])
})

test('a picture is re-encoded small, without metadata, and served for ever from its own address', async () => {
  const dee = await world().person()
  const photo = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#c2703d' } })
    .withExif({ IFD0: { Copyright: 'planted metadata' } })
    .jpeg()
    .toBuffer()
  const avatarUrl = `data:image/jpeg;base64,${photo.toString('base64')}`
  const { body } = await dee.put('/api/me', { ...names, avatarUrl })
  expect(body.user.avatarUrl).toMatch(/^\/images\/[0-9a-f-]{36}\.webp$/)
  const served = await fetch(world().url + body.user.avatarUrl)
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
    'an SVG that says it is a PNG',
    `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64')}`,
  ],
  ['text that says it is a PNG', `data:image/png;base64,${Buffer.from('hello').toString('base64')}`],
  ['an address elsewhere', 'https://example.com/me.png'],
])('%s is no picture', async (_, avatarUrl) => {
  const dee = await world().person()
  const { status, body } = await dee.put('/api/me', { ...names, avatarUrl })
  expect([status, body.message]).toEqual([400, 'Please select an image file (PNG, JPG, GIF, etc.)'])
})

test('a picture of more than 40 megapixels is not even decoded, however small its file', async () => {
  const create = { width: 8200, height: 5000, channels: 3, background: '#fff' } as const
  const png = await sharp({ create, limitInputPixels: false }).png().toBuffer()
  expect(png.length).toBeLessThan(1024 * 1024)
  const avatarUrl = `data:image/png;base64,${png.toString('base64')}`
  const dee = await world().person()
  expect((await dee.put('/api/me', { ...names, avatarUrl })).status).toBe(400)
})

test('a picture over 5 MB is refused with its sentence', async () => {
  const dee = await world().person()
  const avatarUrl = `data:image/png;base64,${Buffer.alloc(5 * 1024 * 1024 + 3).toString('base64')}`
  const { status, body } = await dee.put('/api/me', { ...names, avatarUrl })
  expect([status, body.message]).toEqual([400, 'Image must be smaller than 5MB'])
})

test('signing out ends the session on the server, and never fails', async () => {
  const dee = await world().person()
  const token = dee.cookies.get('gaffer_session') as string
  expect((await dee.post('/auth/logout')).status).toBe(204)
  dee.cookies.set('gaffer_session', token)
  expect((await dee.get('/api/me')).status).toBe(401)
  expect((await dee.post('/auth/logout')).status).toBe(204)
})

test('a bearer lives and dies with its session', async () => {
  const dee = await world().person()
  const { body } = await dee.post('/auth/token')
  const bearer = { authorization: `Bearer ${body.accessToken}` }
  expect((await world().stranger().get('/api/me', bearer)).status).toBe(200)
  const [id, expires, signature] = body.accessToken.split('.')
  for (const forged of [`${id}.${Number(expires) + 900}.${signature}`, `${id}.${expires}.${'A'.repeat(43)}`, id]) {
    expect(
      (
        await world()
          .stranger()
          .get('/api/me', { authorization: `Bearer ${forged}` })
      ).status,
    ).toBe(401)
  }
  await dee.post('/auth/logout')
  expect((await world().stranger().get('/api/me', bearer)).status).toBe(401)
})

test('a header that is no bearer is not saved by the cookie beside it', async () => {
  const dee = await world().person()
  expect((await dee.get('/api/me', { authorization: 'Basic Zm9v' })).status).toBe(401)
})

test('what is stored of a session signs nobody in', async () => {
  const dee = await world().person()
  const hash = hashSecret(dee.cookies.get('gaffer_session') as string)
  for (const encoding of ['base64url', 'hex'] as const) {
    const thief = world().stranger()
    thief.cookies.set('gaffer_session', hash.toString(encoding))
    expect((await thief.get('/api/me')).status).toBe(401)
  }
})
