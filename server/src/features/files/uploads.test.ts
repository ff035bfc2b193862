import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { limits } from '@gaffer/domain/shared/limits'
import { createTestBand, joinBand } from '#testing/builders.ts'
import {
  beginUpload,
  createTestUpload,
  pieceHeaders,
  readOffset,
  sendPiece,
  tusHeaders,
  uploadMetadata,
} from '#testing/files.ts'
import { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const { megabyte } = limits
const server = useTestServer({ BAND_STORAGE_MB: '40' })
let dee: TestClient, kit: TestClient, bandId: string

beforeEach(async () => {
  dee = await server().createUser()
  kit = await server().createUser()
  bandId = (await createTestBand(dee)).id
  await joinBand(dee, bandId, kit)
})

const readStoredBytes = (id: string) => readFile(join(server().services.config.dataDir, 'files', id))
const readUsedBytes = async () => (await dee.get(`/api/bands/${bandId}/storage`)).body.usedBytes
const pathOf = ({ headers }: { headers: Headers }) => String(headers.get('location'))
const idOf = (path: string) => path.split('/').at(-1) as string

test('OPTIONS of the uploads of a band returns the tus version, the tus extensions and the largest file size', async () => {
  const { status, headers } = await dee.send('OPTIONS', `/api/bands/${bandId}/uploads`, undefined)
  expect([status, headers.get('tus-version'), headers.get('tus-extension'), headers.get('tus-max-size')]).toEqual([
    204,
    '1.0.0',
    'creation,creation-with-upload,termination,expiration',
    String(limits.recordingBytes),
  ])
})

test('an upload in three pieces is stored byte for byte, HEAD returns how many bytes have arrived, and the reply to each piece has the time when the upload expires', async () => {
  const bytes = randomBytes(9 * megabyte)
  const begun = await beginUpload(dee, bandId, { length: bytes.length })
  expect([begun.status, begun.text]).toEqual([201, ''])
  const path = pathOf(begun)
  for (const offset of [0, 4 * megabyte, 8 * megabyte]) {
    expect(await readOffset(dee, path)).toBe(offset)
    const answer = await sendPiece(dee, path, bytes.subarray(offset, offset + 4 * megabyte), offset)
    const expires = new Date(testClock.now().getTime() + 24 * 3_600_000).toUTCString()
    expect([answer.status, answer.headers.get('upload-expires')?.slice(0, 16)]).toEqual([204, expires.slice(0, 16)])
  }
  expect(await readOffset(dee, path)).toBe(bytes.length)
  expect(
    createHash('sha256')
      .update(await readStoredBytes(idOf(path)))
      .digest('hex'),
  ).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('an upload without a name, a known purpose, bytes, metadata or a length is refused with 400', async () => {
  const refused = await Promise.all([
    beginUpload(dee, bandId, { filename: ' ' }),
    beginUpload(dee, bandId, { purpose: 'film' }),
    beginUpload(dee, bandId, { length: 0 }),
    dee.send('POST', `/api/bands/${bandId}/uploads`, undefined, { ...tusHeaders, 'upload-length': '5' }),
    dee.send('POST', `/api/bands/${bandId}/uploads`, undefined, { ...tusHeaders, 'upload-defer-length': '1' }),
  ])
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
})

test('other members, outsiders and members of another band get 404 for an upload', async () => {
  const path = pathOf(await beginUpload(dee, bandId))
  const outsider = await server().createUser()
  const own = await createTestBand(outsider)
  for (const [caller, address] of [
    [kit, path],
    [outsider, path],
    [outsider, path.replace(bandId, own.id)],
  ] as const) {
    const answers = [
      await caller.send('HEAD', address, undefined, tusHeaders),
      await sendPiece(caller, address, Buffer.alloc(10), 0),
      await caller.delete(address, tusHeaders),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  }
  expect(await readOffset(dee, path)).toBe(0)
})

test.each([
  ['chart', 25 * megabyte],
  ['receipt', 10 * megabyte],
])('a %s over its size limit is refused with 413, and one of exactly that size is accepted', async (purpose, most) => {
  const { status, body } = await beginUpload(dee, bandId, { purpose, length: most + 1 })
  expect([status, body]).toEqual([413, { code: 'too_large', message: fileMessages.uploadTooLarge(most) }])
  expect((await beginUpload(dee, bandId, { purpose, length: most })).status).toBe(201)
})

test('the announced length of an upload counts towards the storage of the band, an upload that exceeds the storage is refused with 507, and a cancelled upload no longer counts', async () => {
  const first = pathOf(await beginUpload(dee, bandId, { purpose: 'recording', length: 30 * megabyte }))
  expect(await readUsedBytes()).toBe(30 * megabyte)
  const full = await beginUpload(kit, bandId, { length: 11 * megabyte })
  expect([full.status, full.body]).toEqual([
    507,
    { code: 'storage_full', message: fileMessages.storageFull(40 * megabyte) },
  ])
  expect((await dee.delete(first, tusHeaders)).status).toBe(204)
  expect(await readUsedBytes()).toBe(0)
  expect((await beginUpload(kit, bandId, { length: 11 * megabyte })).status).toBe(201)
})

test('of twelve parallel uploads of 5 MB eight fit into the storage of 40 MB', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => beginUpload(at % 2 ? dee : kit, bandId, { length: 5 * megabyte })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(8).fill(201), ...Array(4).fill(507)])
})

test('the eleventh unfinished upload of a member is refused with 429, and a finished upload does not count', async () => {
  await createTestUpload(dee, bandId)
  for (let at = 0; at < 10; at += 1) expect((await beginUpload(dee, bandId)).status).toBe(201)
  const { status, body } = await beginUpload(dee, bandId)
  expect([status, body]).toEqual([429, { code: 'too_many_requests', message: fileMessages.uploadsTooMany }])
  expect((await beginUpload(kit, bandId)).status).toBe(201)
})

test('a band that has uploaded 5 GB in a day, cancelled uploads included, gets 429 until the next day', async () => {
  await dee.delete(pathOf(await beginUpload(dee, bandId)), tusHeaders)
  const { db } = server().services
  await db`update upload_days set bytes = ${limits.uploadBytesPerBandAndDay} where band_id = ${bandId}`
  const { status, body, headers } = await beginUpload(kit, bandId)
  expect([status, body.message]).toEqual([429, fileMessages.uploadsTooManyToday])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await db`update upload_days set day = day - 1 where band_id = ${bandId}`
  expect((await beginUpload(kit, bandId)).status).toBe(201)
})

test.each([
  ['at another offset', { 'upload-offset': '5' }, Buffer.alloc(10), 409],
  ['without an offset', {}, Buffer.alloc(10), 400],
  [
    'of another media type',
    { 'upload-offset': '0', 'content-type': 'application/octet-stream' },
    Buffer.alloc(10),
    415,
  ],
  ['compressed', { 'upload-offset': '0', 'content-encoding': 'gzip' }, Buffer.alloc(10), 415],
  ['of more than 4 MB', { 'upload-offset': '0' }, Buffer.alloc(4 * megabyte + 1), 413],
  ['beyond the announced length', { 'upload-offset': '0' }, Buffer.alloc(1001), 413],
  ['of another version of tus', { 'upload-offset': '0', 'tus-resumable': '0.2.2' }, Buffer.alloc(10), 412],
])(
  'an upload piece %s is refused with an error status and message, and the offset stays 0',
  async (_, headers, bytes, status) => {
    const path = pathOf(await beginUpload(dee, bandId))
    const answer = await dee.send('PATCH', path, bytes, { ...pieceHeaders, ...headers })
    expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)])
    expect(await readOffset(dee, path)).toBe(0)
  },
)

test('a HEAD request for an upload returns the upload’s metadata', async () => {
  const path = pathOf(await beginUpload(dee, bandId, { filename: 'Über.pdf' }))
  const { headers } = await dee.send('HEAD', path, undefined, tusHeaders)
  expect(headers.get('upload-metadata')).toBe(uploadMetadata({ filename: 'Über.pdf' }))
})

test('a request with another version of tus is refused with 412 and the supported version', async () => {
  const path = pathOf(await beginUpload(dee, bandId))
  const { status, headers } = await dee.send('HEAD', path, undefined, { 'tus-resumable': '0.2.2' })
  expect([status, headers.get('tus-version')]).toEqual([412, '1.0.0'])
})

/** Sends a part of a piece, then ends the connection. */
function cutPiece(path: string, bytes: Buffer, offset: number, announced: number): Promise<void> {
  return new Promise((resolve) => {
    const sending = httpRequest(server().url + path, {
      method: 'PATCH',
      headers: {
        ...pieceHeaders,
        'upload-offset': String(offset),
        'content-length': String(announced),
        cookie: [...dee.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    sending.on('error', () => resolve())
    sending.write(bytes, () => setTimeout(() => sending.destroy(new Error('cut')), 100))
  })
}

test('an upload that is cut twice and continued from the offset of HEAD is stored byte for byte', async () => {
  const bytes = randomBytes(3 * megabyte)
  const path = pathOf(await beginUpload(dee, bandId, { length: bytes.length }))
  for (let cuts = 0; cuts < 2; cuts += 1) {
    const offset = (await readOffset(dee, path)) as number
    await cutPiece(path, bytes.subarray(offset, offset + megabyte), offset, bytes.length - offset)
  }
  const offset = (await readOffset(dee, path)) as number
  expect(offset).toBeGreaterThan(0)
  expect((await sendPiece(dee, path, bytes.subarray(offset), offset)).status).toBe(204)
  expect((await readStoredBytes(idOf(path))).equals(bytes)).toBe(true)
})

test('an upload piece sent to two servers at once is written once, and the second server can continue the upload', async () => {
  const other = await server().startAnother()
  const there = new TestClient(other.url, Object.fromEntries(dee.cookies))
  const bytes = randomBytes(4 * megabyte)
  const path = pathOf(await beginUpload(dee, bandId, { length: bytes.length }))
  const half = 2 * megabyte
  const answers = await Promise.all([dee, there].map((one) => sendPiece(one, path, bytes.subarray(0, half), 0)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(await readOffset(dee, path)).toBe(half)
  expect((await sendPiece(there, path, bytes.subarray(half), half)).status).toBe(204)
  await other.stop()
  expect((await readStoredBytes(idOf(path))).equals(bytes)).toBe(true)
})

test('of two parallel requests with the same upload piece at one server one is accepted and the other gets 409', async () => {
  const path = pathOf(await beginUpload(dee, bandId))
  const answers = await Promise.all([0, 0].map((offset) => sendPiece(dee, path, Buffer.alloc(500), offset)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(await readOffset(dee, path)).toBe(500)
})

test('an upload that is stalled in a request to one server is completed by a request to another server, byte for byte', async () => {
  const other = await server().startAnother()
  const there = new TestClient(other.url, Object.fromEntries(dee.cookies))
  const bytes = randomBytes(megabyte)
  const path = pathOf(await beginUpload(dee, bandId, { length: bytes.length }))
  const headers = { ...pieceHeaders, 'upload-offset': '0', 'content-length': String(bytes.length) }
  const cookie = [...dee.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const hanging = httpRequest(server().url + path, { method: 'PATCH', headers: { ...headers, cookie } })
  hanging.on('error', () => undefined).write(bytes.subarray(0, 1000))
  await sleep(300)
  const offset = (await readOffset(there, path)) as number
  expect((await sendPiece(there, path, bytes.subarray(offset), offset)).status).toBe(204)
  hanging.destroy()
  await other.stop()
  expect((await readStoredBytes(idOf(path))).equals(bytes)).toBe(true)
})

/** Begins `count` uploads of a member and sends a piece of each whose last bytes never arrive. */
async function holdPieces(member: TestClient, inBand: string, count: number) {
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { ...pieceHeaders, 'upload-offset': '0', 'content-length': '1000', cookie }
  const paths = await Promise.all(Array.from({ length: count }, async () => pathOf(await beginUpload(member, inBand))))
  return paths.map((path) => {
    const sending = httpRequest(server().url + path, { method: 'PATCH', headers })
    sending.on('error', () => undefined).write(Buffer.alloc(10))
    return sending
  })
}

test('while one server receives 32 upload pieces of eleven members, a piece of a twelfth member is refused with 429, and is accepted once the 32 requests have ended', async () => {
  const others = await Promise.all(Array.from({ length: 11 }, () => server().createUser()))
  const hanging = await Promise.all(
    others.map(async (member, at) => holdPieces(member, (await createTestBand(member)).id, at === 0 ? 2 : 3)),
  )
  await sleep(500)
  const path = pathOf(await beginUpload(dee, bandId))
  const send = async () => (await sendPiece(dee, path, Buffer.alloc(1000), 0)).status
  expect(await send()).toBe(429)
  for (const sending of hanging.flat()) sending.destroy()
  await expect.poll(send).toBe(204)
})

test('a fourth simultaneous upload piece of a member is refused with 429, and is accepted once the other three have ended', async () => {
  const paths = [pathOf(await beginUpload(dee, bandId))]
  const hanging = await holdPieces(dee, bandId, 3)
  await sleep(300)
  const { status, body } = await sendPiece(dee, String(paths[0]), Buffer.alloc(1000), 0)
  expect([status, body.message]).toEqual([429, fileMessages.uploadsAtOnce])
  for (const sending of hanging) sending.destroy()
  await expect.poll(async () => (await sendPiece(dee, String(paths[0]), Buffer.alloc(1000), 0)).status).toBe(204)
})
