// Push endpoints with the settings of production: https on public addresses only.

import { beforeAll, expect, test } from 'vitest'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { refusedHosts } from '#testing/public-fetch.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ ALLOW_PRIVATE_FETCH: 'off' })

const keys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}

let kit: TestClient
beforeAll(async () => {
  kit = await server().createUser()
})

test.each([
  'http://push.example.org/abc',
  'file:///etc/passwd',
  'not a url',
  'https://push.example.org/a\u0000bc',
  'https://push.example.org/\u202Eabc',
  ...refusedHosts.map(([host]) => `https://${host}/abc`),
])('the push endpoint %s is refused with 400 and not stored', async (endpoint) => {
  const { status, body } = await kit.post('/api/me/push-subscriptions', { endpoint, keys })
  expect([status, body.message]).toEqual([400, noticeMessages.pushEndpointInvalid])
  expect(await server().services.db`select from push_subscriptions where user_id = ${kit.user.id}`).toEqual([])
})

test('an https push endpoint at a public name is accepted with 201 and stored', async () => {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
  expect((await kit.post('/api/me/push-subscriptions', { endpoint, keys })).status).toBe(201)
  expect(await server().services.db`select endpoint from push_subscriptions where user_id = ${kit.user.id}`).toEqual([
    { endpoint },
  ])
})
