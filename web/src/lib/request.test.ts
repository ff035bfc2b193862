// Calls against a real server on loopback: what is sent, what comes back, and what each failure says.

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prefetchResponse } from './prefetched-responses.ts'
import { addressOf, call, newIdempotencyKey, send } from './request.ts'
import { ApiError, NetworkError, hasStatus, getErrorMessage } from './api-error.ts'

let server: Server
let answer: { status: number; body: string } = { status: 200, body: '{}' }
let seen: { request: IncomingMessage; body: string }
const realFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      seen = { request, body }
      response.writeHead(answer.status).end(answer.status === 204 ? undefined : answer.body)
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

it('gives out a prefetched response until something is written', async () => {
  answer = { status: 200, body: '{"came":"early"}' }
  await prefetchResponse('/api/me')
  await prefetchResponse('/api/me/events')
  answer = { status: 200, body: '{"came":"late"}' }
  expect(await call('GET /api/me')).toEqual({ came: 'early' })
  expect(await call('GET /api/me')).toEqual({ came: 'late' })
  await send('/api/me', { method: 'PUT' })
  expect(await (await send('/api/me/events')).json()).toEqual({ came: 'late' })
})

it('fills a path and its query', () => {
  const query = { startDate: '2026-02-01', endDate: '2026-02-28' }
  expect(addressOf('GET /api/bands/:bandId/calendar', { params: { bandId }, query })).toBe(
    `/api/bands/${bandId}/calendar?startDate=2026-02-01&endDate=2026-02-28`,
  )
  expect(addressOf('GET /api/invites/:token', { params: { token: 'a/b?c' } })).toBe('/api/invites/a%2Fb%3Fc')
})

it('sends JSON only where there is a body, and the version that was seen', async () => {
  answer = { status: 204, body: '' }
  expect(
    await call('DELETE /api/bands/:bandId/events/:eventId', { params: { bandId, eventId }, version: 3 }),
  ).toBeUndefined()
  expect(seen.request.method).toBe('DELETE')
  expect(seen.request.headers).toMatchObject({ 'if-match': '"3"' })
  expect(seen.request.headers).not.toHaveProperty('content-type')

  answer = { status: 202, body: '{"retryAfter":30}' }
  expect(await call('POST /auth/phone/send-code', { body: { phone: '+447700900123' } })).toEqual({ retryAfter: 30 })
  expect(seen.request.headers).toMatchObject({ 'content-type': 'application/json' })
  expect(seen.body).toBe('{"phone":"+447700900123"}')
})

it('sends the idempotency key it was given', async () => {
  answer = { status: 201, body: '{}' }
  const idempotencyKey = newIdempotencyKey()
  await call('POST /api/platform/invites', { idempotencyKey })
  expect(seen.request.headers).toMatchObject({ 'idempotency-key': idempotencyKey })
  expect(newIdempotencyKey()).not.toBe(idempotencyKey)
})

it('sends the handle of a music connection, and only to the calls that act on it', async () => {
  answer = { status: 200, body: '[]' }
  await call('GET /api/spotify/playlists', { handle: 'opaque' })
  expect(seen.request.headers).toMatchObject({ authorization: 'Bearer opaque' })
  const query = { q: 'blur' }
  await call('GET /api/spotify/search', { query })
  expect(seen.request.headers).not.toHaveProperty('authorization')
  // @ts-expect-error -- a search needs no account, so it must not get the handle
  void (() => call('GET /api/spotify/search', { query, handle: 'opaque' }))
  // @ts-expect-error -- and this one can't do without
  void (() => call('GET /api/spotify/playlists', {}))
})

async function failureOf(status: number, body: string): Promise<unknown> {
  answer = { status, body }
  return call('GET /api/me').catch((error: unknown) => error)
}

it('raises "<status>: <body>" and keeps the sentence in it', async () => {
  const body = '{"code":"conflict","message":"Taken","issues":[{"path":"date","message":"No"}]}'
  const error = await failureOf(409, body)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ message: `409: ${body}`, status: 409, reply: { code: 'conflict', message: 'Taken' } })
  expect(getErrorMessage(error, 'Failed')).toBe('Taken')
  expect(hasStatus(error, 409)).toBe(true)
})

it('falls back to the status text, and to the given sentence for a page that is not ours', async () => {
  expect(await failureOf(503, '')).toMatchObject({ message: '503: Service Unavailable', reply: null })
  const proxy = await failureOf(502, '<h1>Bad gateway</h1>')
  expect(proxy).toMatchObject({ message: '502: <h1>Bad gateway</h1>' })
  expect(getErrorMessage(proxy, 'Failed')).toBe('Failed')
  expect(getErrorMessage(await failureOf(500, '{"half":'), 'Failed')).toBe('Failed')
})

it('tells a lost connection from a refusal', async () => {
  const error = await send('http://127.0.0.1:1/').catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(NetworkError)
  expect(getErrorMessage(error, 'Failed')).toMatch(/^No connection/)
})
