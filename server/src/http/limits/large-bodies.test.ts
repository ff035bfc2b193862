import { createConnection, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '@gaffer/domain/shared/limits'
import type { AppError } from '@gaffer/domain/shared/app-error'
import { createPortraitDataUrl } from '#testing/populated-user.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'
import { createLargeBodyLimiter, largeBodyKinds } from './large-bodies.ts'

const testServer = useTestServer()
const largeBytes = 7_000_000
const ofLength = `content-length: ${largeBytes}`

type HeldRequest = { socket: Socket; status(): number | null; answer(): string; isClosed(): boolean }
const heldRequests: HeldRequest[] = []
afterEach(async () => {
  for (const { socket } of heldRequests) socket.destroy()
  heldRequests.length = 0
  // Wait until every slot is free, so that the bodies of this test do not affect the next one.
  await vi.waitUntil(isAdmitted, { timeout: 20_000 })
})

let dee: TestClient
beforeEach(async () => {
  dee = await testServer().createUser()
})

/** Sends the headers of a request and keeps the connection open. */
function holdRequest(caller: TestClient, { headers = [ofLength], path = '/api/me', method = 'PUT' } = {}): HeldRequest {
  const cookie = [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const lines = [`${method} ${path} HTTP/1.1`, 'host: x', 'content-type: application/json', `cookie: ${cookie}`]
  const socket = createConnection(Number(new URL(testServer().url).port), '127.0.0.1')
  socket.write(`${[...lines, ...headers].join('\r\n')}\r\n\r\n`)
  let answer = ''
  let isClosed = false
  socket.on('data', (data) => (answer += data.toString('latin1')))
  socket.on('error', () => undefined).on('close', () => (isClosed = true))
  const status = () => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0) || null
  const held = { socket, status, answer: () => answer, isClosed: () => isClosed }
  heldRequests.push(held)
  return held
}

const holdRequests = (callers: TestClient[], each: number) =>
  callers.flatMap((caller) => Array.from({ length: each }, () => holdRequest(caller)))
const statuses = (bodies: HeldRequest[]) => bodies.map((body) => body.status())
const countRefused = (bodies: HeldRequest[]) => statuses(bodies).filter((status) => status === 429).length

/** Whether a large body of a new user is admitted: any status but 429. */
async function isAdmitted(): Promise<boolean> {
  const newUser = await testServer().createUser()
  return (await newUser.put('/api/me', { padding: 'x'.repeat(limits.bodyBytes + 1) })).status !== 429
}

async function createUsers(count: number): Promise<TestClient[]> {
  return Promise.all(Array.from({ length: count }, () => testServer().createUser()))
}

test('a third parallel large body of one user is refused with 429 before it is read', async () => {
  const bodies = holdRequests([dee], 3)
  await expect.poll(() => countRefused(bodies)).toBe(1)
  const answer = bodies.find(({ status }) => status() === 429)?.answer()
  expect(answer).toMatch(/^retry-after: 5\r$/im)
  expect(answer).toContain('"code":"too_many_requests"')
  expect(await isAdmitted()).toBe(true)
  expect(statuses(bodies).filter((status) => status === null)).toHaveLength(2)
})

test('a ninth parallel large body on a server is refused with 429', async () => {
  const bodies = holdRequests(await createUsers(6), 2)
  await expect.poll(() => countRefused(bodies)).toBe(12 - limits.largeBodiesAtOnce)
  expect(await isAdmitted()).toBe(false)
  expect(countRefused(bodies)).toBe(12 - limits.largeBodiesAtOnce)
})

test('a small body is accepted while all slots for large bodies are in use', async () => {
  const bodies = holdRequests(await createUsers(4), 2)
  await expect.poll(isAdmitted).toBe(false)
  const names = { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' }
  expect((await dee.put('/api/me', { ...names, avatarUrl: await createPortraitDataUrl() })).status).toBe(200)
  expect(countRefused(bodies)).toBe(0)
})

describe('slots for large bodies', () => {
  let held: HeldRequest[]
  beforeEach(async () => {
    held = holdRequests(await createUsers(4), 2)
    await vi.waitUntil(async () => !(await isAdmitted()), { timeout: 20_000 })
  })

  test('the response to a large body frees its slot', async () => {
    held[0]?.socket.write(Buffer.alloc(largeBytes, 'x'))
    await expect.poll(() => held[0]?.status()).toBe(413)
    await expect.poll(isAdmitted).toBe(true)
  })

  test('an aborted connection frees the slot of its large body', async () => {
    held[0]?.socket.destroy()
    await expect.poll(isAdmitted).toBe(true)
  })

  test('a large body that exceeds the request timeout is answered with 408 and frees its slot', async () => {
    const { server } = testServer().app
    const { headersTimeout, requestTimeout } = server
    // Node requires headersTimeout to be the shorter one, and checks its connections every two seconds.
    Object.assign(server, { headersTimeout: 100, requestTimeout: 101 })
    await expect.poll(() => held[0]?.status()).toBe(408)
    Object.assign(server, { headersTimeout, requestTimeout })
    await expect.poll(isAdmitted).toBe(true)
  })
})

test.each([
  ['chunked', ['transfer-encoding: chunked']],
  ['compressed', ['content-encoding: gzip', 'content-length: 5000']],
])('a third parallel %s body of one user is refused with 429, like a large body', async (_, headers) => {
  const bodies = Array.from({ length: 3 }, () => holdRequest(dee, { headers }))
  await expect.poll(() => countRefused(bodies)).toBe(1)
})

test('a profile picture in a chunked or gzip body is accepted with 200', async () => {
  const names = { firstName: 'Dee', lastName: 'Marsh', displayName: 'Dee' }
  const body = JSON.stringify({ ...names, avatarUrl: await createPortraitDataUrl() })
  const chunked = holdRequest(dee, { headers: ['transfer-encoding: chunked'] })
  chunked.socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
  await expect.poll(chunked.status).toBe(200)
  const packed = gzipSync(body)
  const gzipped = holdRequest(dee, { headers: ['content-encoding: gzip', `content-length: ${packed.length}`] })
  gzipped.socket.write(packed)
  await expect.poll(gzipped.status).toBe(200)
})

test('a chunked body is refused with 413 once it exceeds the largest size', async () => {
  const body = holdRequest(dee, { headers: ['transfer-encoding: chunked'] })
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x10_00_00, 'x'), Buffer.from('\r\n')])
  for (let at = 0; at < 8; at += 1) body.socket.write(chunk)
  await expect.poll(body.status).toBe(413)
})

test('a large body is refused before it is read: with 401 without a session, and with 413 at an endpoint without pictures', async () => {
  const strangers = holdRequest(testServer().newClient())
  const signIn = holdRequest(testServer().newClient(), { method: 'POST', path: '/auth/phone/send-code' })
  const event = holdRequest(dee, { method: 'POST', path: '/api/me/events' })
  await expect.poll(() => statuses([strangers, signIn, event])).toEqual([401, 413, 413])
})

describe('createLargeBodyLimiter with one body per user and two in all', () => {
  const outcome = (work: () => unknown): string => {
    try {
      work()
      return 'admitted'
    } catch (error) {
      return (error as AppError).code
    }
  }
  const admitBody = (bodies: ReturnType<typeof createLargeBodyLimiter>, userId: string) => {
    const body = bodies.admit(userId)
    body.refuse = vi.fn()
    return { body, refuse: body.refuse }
  }
  const makeLimiter = () => createLargeBodyLimiter({ ...largeBodyKinds.withPicture, maxPerUser: 1, maxBodies: 2 }, 50)

  test('createLargeBodyLimiter refuses the oldest body past its time limit when another user needs a slot', async () => {
    const bodies = makeLimiter()
    const [first, second] = [admitBody(bodies, 'a'), admitBody(bodies, 'b')]
    expect(outcome(() => bodies.admit('c'))).toBe('too_many_requests')
    await sleep(60)
    expect(outcome(() => bodies.admit('c'))).toBe('admitted')
    expect(first.refuse).toHaveBeenCalledOnce()
    expect(second.refuse).not.toHaveBeenCalled()
  })

  test('a user’s next large body replaces the user’s own slow body and not the slow body of another user', async () => {
    const bodies = makeLimiter()
    const other = admitBody(bodies, 'a')
    const own = admitBody(bodies, 'b')
    await sleep(60)
    expect(outcome(() => bodies.admit('b'))).toBe('admitted')
    expect(own.refuse).toHaveBeenCalledOnce()
    expect(other.refuse).not.toHaveBeenCalled()
  })

  test('a large body that was received in time keeps its slot after the time limit', async () => {
    const bodies = makeLimiter()
    admitBody(bodies, 'a').body.refuse = null
    await sleep(60)
    expect(outcome(() => bodies.admit('a'))).toBe('too_many_requests')
  })

  test('createLargeBodyLimiter frees the memory of a large body that is released', () => {
    const bodies = makeLimiter()
    const body = bodies.admit('a')
    const view = Buffer.from(body.memory)
    expect(view.length).toBe(limits.largeBodyBytes)
    bodies.release(body)
    expect([body.memory.byteLength, view.length]).toEqual([0, 0])
  })
})
