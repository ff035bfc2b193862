import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { TestResponse, TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient
beforeAll(async () => {
  dee = await server().createUser()
})

const dataUrl = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`
const upload = (type: string, bytes: Buffer, uploader = dee): Promise<TestResponse> =>
  uploader.put('/api/me', {
    firstName: 'Dee',
    lastName: 'Marsh',
    displayName: 'Dee',
    avatarUrl: dataUrl(type, bytes),
  })

async function readStoredPicture({ status, body, text }: TestResponse): Promise<Buffer> {
  expect([status, text]).toEqual([200, text])
  return Buffer.from(await (await fetch(server().url + body.user.avatarUrl)).arrayBuffer())
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A greyscale PNG whose header declares this size, whatever pixels `data` has. */
function createPng(width: number, height: number, data: Buffer, extra: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), ...extra, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

const createOnePixelPng = () => createPng(1, 1, deflateSync(Buffer.from([0, 128])))

/** A GIF of this many one-pixel frames. */
function createGif(frames: number): Buffer {
  const frame = Buffer.from('21f90400000000002c00000000010001000002014400', 'hex')
  return Buffer.concat([
    Buffer.from('47494638396101000100800000000000ffffff', 'hex'),
    ...Array<Buffer>(frames).fill(frame),
    Buffer.from([0x3b]),
  ])
}

const script = '/*--><script>planted()</script>*/=1;planted();'

test.each([
  ['a PNG header of four billion pixels', () => createPng(65_000, 65_000, deflateSync(Buffer.alloc(64)))],
  [
    'a PNG header with the largest width and height',
    () => createPng(0xffffffff, 0xffffffff, deflateSync(Buffer.alloc(64))),
  ],
  ['a PNG header of zero pixels', () => createPng(0, 0, deflateSync(Buffer.alloc(64)))],
  [
    'a compressed PNG of 200 megapixels',
    () => createPng(20_000, 10_000, deflateSync(Buffer.alloc(20_001 * 10_000), { level: 9 })),
  ],
  ['a script with a GIF signature', () => Buffer.from(`GIF89a${script}`)],
  ['an HTML page', () => Buffer.from('<!doctype html><script>planted()</script>')],
  ['a PDF', () => Buffer.from('%PDF-1.4\n%%EOF')],
  [
    'an SVG with an external entity',
    () =>
      Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>',
      ),
  ],
  ['a ZIP archive', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(1000)])],
])('an upload of %s as a profile picture is refused with 400', async (_, make) => {
  const { status, body } = await upload('png', make())
  expect([status, body.message]).toEqual([400, 'Please select an image file (PNG, JPG, GIF, etc.)'])
})

test('an animated GIF of 20,000 frames is stored as one frame', async () => {
  const { format, pages = 1 } = await sharp(await readStoredPicture(await upload('gif', createGif(20_000)))).metadata()
  expect([format, pages]).toEqual(['webp', 1])
})

test.each([
  ['after the end of the image', () => Buffer.concat([createOnePixelPng(), Buffer.from(script)])],
  [
    'in a text chunk',
    () => createPng(1, 1, deflateSync(Buffer.from([0, 128])), [chunk('tEXt', Buffer.from(`Comment\0${script}`))]),
  ],
])('a script %s is not in the stored picture', async (_, make) => {
  const kept = (await readStoredPicture(await upload('png', make()))).toString('latin1')
  expect(kept.slice(0, 4)).toBe('RIFF')
  expect(kept).not.toContain('planted')
})

/** Resident bytes of this process and its children: one of them decodes the pictures. */
function measureResidentBytes(): number {
  const pids = readOrEmpty(`/proc/${process.pid}/task/${process.pid}/children`).split(' ').filter(Boolean)
  const started = pids.map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0) * 1024)
  return started.reduce((sum, bytes) => sum + bytes, process.memoryUsage().rss)
}

/** Returns an empty string if the process of the file has ended, or on a system without /proc. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The most bytes by which the server and its decoding process grow during the requests. */
async function measureGrowth(send: () => Promise<unknown>): Promise<number> {
  const before = measureResidentBytes()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, measureResidentBytes())), 10)
  try {
    await send()
  } finally {
    clearInterval(watch)
  }
  return most - before
}

test('a PNG with compressed text chunks of 2 GB uses less than 300 MB of memory', async () => {
  const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 })
  const words = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb]))
  const picture = createPng(1, 1, deflateSync(Buffer.from([0, 128])), Array<Buffer>(10).fill(words))
  const growth = await measureGrowth(async () => expect([200, 400]).toContain((await upload('png', picture)).status))
  expect(growth).toBeLessThan(300 * 1024 * 1024)
})

const largestPicture = () => createPng(8000, 5000, deflateSync(Buffer.alloc(8001 * 5000), { level: 9 }))
const createUsers = (count: number) => Promise.all(Array.from({ length: count }, () => server().createUser()))

test('eight parallel uploads of the largest picture use less than 300 MB of memory', async () => {
  const largest = largestPicture()
  const four = await createUsers(4)
  const growth = await measureGrowth(async () => {
    const responses = await Promise.all([...four, ...four].map((uploader) => upload('png', largest, uploader)))
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })
  expect(growth).toBeLessThan(300 * 1024 * 1024)
})

test('a third parallel upload of one user is refused with 429 while two pictures are being re-encoded', async () => {
  const largest = largestPicture()
  const answers = await Promise.all(Array.from({ length: 3 }, () => upload('png', largest)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toBe('2')
  expect((await upload('png', createOnePixelPng())).status).toBe(200)
})

test('no transaction stays open for a second while the pictures of new bands are re-encoded', async () => {
  const { db } = server().services
  const avatarUrl = dataUrl('png', largestPicture())
  const longTransactions = async () => {
    const [row] = await db<[{ count: number }]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
        and clock_timestamp() - xact_start > interval '1 second'`
    return row.count
  }
  let most = 0
  const done = new AbortController()
  const watch = async () => {
    for (; !done.signal.aborted; await sleep(50)) most = Math.max(most, await longTransactions())
  }
  const callers = await createUsers(8)
  const uploads = callers.map((caller, at) =>
    caller.post('/api/bands', { name: 'The Foxes', avatarUrl }, { 'idempotency-key': `band ${at}` }),
  )
  const [answers] = await Promise.all([Promise.all(uploads).finally(() => done.abort()), watch()])
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(most).toBe(0)
})
