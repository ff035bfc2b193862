// Push endpoints with the settings of production: https on public addresses only.

import { expect, test } from 'vitest'
import { messages } from '@gaffer/domain/messages'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ ALLOW_PRIVATE_FETCH: 'off' })

const keys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}

test.each([
  'http://push.example.org/abc',
  'https://127.0.0.1/abc',
  'https://2130706433/abc',
  'https://0x7f.1/abc',
  'https://10.0.0.5/abc',
  'https://169.254.169.254/latest',
  'https://[::1]/abc',
  'https://[::ffff:127.0.0.1]/abc',
  'https://localhost/abc',
  'https://push.internal/abc',
  'https://user:secret@push.example.org/abc',
  'https://push.example.org:8443/abc',
  'file:///etc/passwd',
  'not a url',
])('the push endpoint %s is refused with 400 and not stored', async (endpoint) => {
  const kit = await server().createUser()
  const { status, body } = await kit.post('/api/me/push-subscriptions', { endpoint, keys })
  expect([status, body.message]).toEqual([400, messages.pushEndpointInvalid])
  expect(await server().deps.db`select from push_subscriptions where user_id = ${kit.user.id}`).toEqual([])
})

test('an https push endpoint at a public name is stored', async () => {
  const kit = await server().createUser()
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
  expect((await kit.post('/api/me/push-subscriptions', { endpoint, keys })).status).toBe(201)
})
