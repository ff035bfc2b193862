// Requests to a real server on loopback.

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prefetchResponse } from './prefetched-responses.ts'
import { endpointPathOf, fetchOrThrow, generateIdempotencyKey, request } from './request.ts'
import { ApiError, NetworkError, getErrorMessage, hasErrorCode } from './api-error.ts'

let server: Server
let fakeResponse: { status: number; body: string } = { status: 200, body: '{}' }
let received: { request: IncomingMessage; body: string }
const realFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      received = { request, body }
      response.writeHead(fakeResponse.status).end(fakeResponse.status === 204 ? undefined : fakeResponse.body)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // A page's addresses start at its own origin; Node has none.
  globalThis.fetch = (address, init) => realFetch(new URL(String(address), origin), init)
})

afterAll(() => {
  globalThis.fetch = realFetch
  server.close()
})

const bandId = '0190a000-0000-7000-8000-000000000001'
const eventId = '0190a000-0000-7000-8000-000000000002'

it('a read uses a prefetched response once, and does not use a response that was prefetched before a write', async () => {
  fakeResponse = {
    status: 200,
    body: '{"maps":null,"spotify":true,"vapidPublicKey":"","songLists":"soon","maxChartBytes":1,"maxRecordingBytes":1,"takesReports":false}',
  }
  await prefetchResponse('/api/settings')
  await prefetchResponse('/api/me/events')
  fakeResponse = {
    status: 200,
    body: '{"maps":null,"spotify":false,"vapidPublicKey":"","songLists":"soon","maxChartBytes":1,"maxRecordingBytes":1,"takesReports":false}',
  }
  expect(await request('GET /api/settings')).toMatchObject({ spotify: true })
  expect(await request('GET /api/settings')).toMatchObject({ spotify: false })
  await fetchOrThrow('/api/me', { method: 'PUT' })
  expect(await (await fetchOrThrow('/api/me/events')).json()).toMatchObject({ spotify: false })
})

it('endpointPathOf encodes the parameters of a path and appends the query', () => {
  const query = { startDate: '2026-02-01', endDate: '2026-02-28' }
  expect(endpointPathOf('GET /api/bands/:bandId/calendar', { params: { bandId }, query })).toBe(
    `/api/bands/${bandId}/calendar?startDate=2026-02-01&endDate=2026-02-28`,
  )
  expect(endpointPathOf('GET /api/invites/:token', { params: { token: 'a/b?c' } })).toBe('/api/invites/a%2Fb%3Fc')
})

it('a body is sent as JSON, and a version as If-Match', async () => {
  fakeResponse = { status: 204, body: '' }
  expect(
    await request('DELETE /api/bands/:bandId/events/:eventId', { params: { bandId, eventId }, version: 3 }),
  ).toBeUndefined()
  expect(received.request.method).toBe('DELETE')
  expect(received.request.headers).toMatchObject({ 'if-match': '"3"' })
  expect(received.request.headers).not.toHaveProperty('content-type')

  fakeResponse = { status: 202, body: '{"retryAfter":30}' }
  expect(await request('POST /auth/phone/send-code', { body: { phone: '+447700900123' } })).toEqual({ retryAfter: 30 })
  expect(received.request.headers).toMatchObject({ 'content-type': 'application/json' })
  expect(received.body).toBe('{"phone":"+447700900123"}')
})

it('the idempotency key is sent as a header', async () => {
  fakeResponse = {
    status: 201,
    body: '{"inviteLink":"https://gaffer.example/invite/x","expiresAt":"2027-01-01T00:00:00Z"}',
  }
  const idempotencyKey = generateIdempotencyKey()
  await request('POST /api/platform/invites', { idempotencyKey })
  expect(received.request.headers).toMatchObject({ 'idempotency-key': idempotencyKey })
  expect(generateIdempotencyKey()).not.toBe(idempotencyKey)
})

it('the Spotify handle is sent as the bearer token, and only endpoints that require a handle accept one', async () => {
  fakeResponse = { status: 200, body: '[]' }
  await request('GET /api/spotify/playlists', { handle: 'opaque' })
  expect(received.request.headers).toMatchObject({ authorization: 'Bearer opaque' })
  const query = { q: 'blur' }
  await request('GET /api/spotify/search', { query })
  expect(received.request.headers).not.toHaveProperty('authorization')
  // @ts-expect-error -- a search needs no account, so it must not get the handle
  void (() => request('GET /api/spotify/search', { query, handle: 'opaque' }))
  // @ts-expect-error -- playlists belong to an account, so they require the handle
  void (() => request('GET /api/spotify/playlists', {}))
})

it('a response that does not fit its schema is an error that names the endpoint', async () => {
  fakeResponse = { status: 200, body: '{"maps":null}' }
  await expect(request('GET /api/settings')).rejects.toThrow(/response of GET \/api\/settings does not fit.*spotify/)
})

async function failureOf(status: number, body: string): Promise<unknown> {
  fakeResponse = { status, body }
  return request('GET /api/me').catch((error: unknown) => error)
}

it('an error response is an ApiError with its code, its message for members and the message "<status>: <body>"', async () => {
  const body = '{"code":"conflict","message":"Taken","issues":[{"path":"date","message":"No"}]}'
  const error = await failureOf(409, body)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ message: `409: ${body}`, status: 409, reply: { code: 'conflict', message: 'Taken' } })
  expect(getErrorMessage(error, 'Failed')).toBe('Taken')
  expect([
    hasErrorCode(error, 'conflict'),
    hasErrorCode(error, 'stale', 'conflict'),
    hasErrorCode(error, 'stale'),
  ]).toEqual([true, true, false])
  expect(hasErrorCode(error, 'conflict')).toBe(true)
})

it('an error response that is not Gaffer’s has the code "failed", and shows the fallback message of the caller', async () => {
  expect(await failureOf(503, '')).toMatchObject({ message: '503: Service Unavailable', code: 'failed' })
  const proxy = await failureOf(502, '<h1>Bad gateway</h1>')
  expect(proxy).toMatchObject({ message: '502: <h1>Bad gateway</h1>', code: 'failed' })
  expect(getErrorMessage(proxy, 'Failed')).toBe('Failed')
  expect(getErrorMessage(await failureOf(500, '{"half":'), 'Failed')).toBe('Failed')
})

it('a request without a response is a NetworkError', async () => {
  const error = await fetchOrThrow('http://127.0.0.1:1/').catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(NetworkError)
  expect(getErrorMessage(error, 'Failed')).toMatch(/^No connection/)
})
