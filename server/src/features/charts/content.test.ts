import type { ReadStream } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestBand, createTestSong } from '#testing/builders.ts'
import { createFileChart, createPdf, createPhoto } from '#testing/charts.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, songRef: { bandId: string; songId: string }

beforeEach(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  const { id: bandId } = await createTestBand(dee)
  songRef = { bandId, songId: (await createTestSong(dee, bandId)).id }
})

const fetchContent = (url: string | null, headers: Record<string, string> = {}) =>
  fetch(server().url + String(url), {
    headers: { cookie: [...dee.cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
  })

test('the content of a chart has a strong ETag that gets 304, and sandbox and nosniff headers; a PDF is an attachment and a photo is inline', async () => {
  const chart = await createFileChart(dee, songRef, { filename: 'Dakota “live” é.pdf' })
  const answer = await fetchContent(chart.url)
  const headers = Object.fromEntries(answer.headers)
  expect([answer.status, headers]).toMatchObject([
    200,
    {
      'content-type': 'application/pdf',
      'content-length': String(chart.bytes),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': `attachment; filename="Dakota _live_ e_.pdf"; filename*=UTF-8''Dakota%20%E2%80%9Clive%E2%80%9D%20%C3%A9.pdf`,
      etag: expect.stringMatching(/^"[0-9a-f-]{36}"$/),
    },
  ])
  const again = await fetchContent(chart.url, { 'if-none-match': String(headers['etag']) })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const photo = await createFileChart(dee, songRef, { bytes: await createPhoto(), filename: 'a.jpg' })
  expect((await fetchContent(photo.url)).headers.get('content-disposition')).toMatch(/^inline; filename="a.webp"/)
})

test.each([
  ['bytes=0-9', 206, 'bytes 0-9/', [0, 10]],
  ['bytes=100-', 206, 'bytes 100-', [100, undefined]],
  ['bytes=-5', 206, 'bytes ', [-5, undefined]],
  ['bytes=0-999999', 206, 'bytes 0-', [0, undefined]],
  ['bytes=5-2', 200, null, [0, undefined]],
  ['bytes=0-1,4-5', 200, null, [0, undefined]],
  ['lines=1-2', 200, null, [0, undefined]],
] as const)('the range %s of a chart’s file is answered with %i', async (range, status, contentRange, [from, to]) => {
  const bytes = createPdf(2)
  const { url } = await createFileChart(dee, songRef, { bytes })
  const answer = await fetchContent(url, { range })
  expect([answer.status, answer.headers.get('content-range')?.slice(0, contentRange?.length) ?? null]).toEqual([
    status,
    contentRange,
  ])
  const expected = bytes.subarray(from, to)
  expect(answer.headers.get('content-length')).toBe(String(expected.length))
  expect(Buffer.from(await answer.arrayBuffer()).equals(expected)).toBe(true)
})

test('a range beyond the end of a chart’s file is 416, and a range with another ETag in If-Range gets 200', async () => {
  const { url, bytes } = await createFileChart(dee, songRef)
  const behind = await fetchContent(url, { range: 'bytes=99999-' })
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`])
  expect((await fetchContent(url, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
})

test('a HEAD request for a chart’s file ignores Range and gets 200 with the length of the whole file', async () => {
  const { url, bytes } = await createFileChart(dee, songRef)
  const head = await dee.send('HEAD', String(url), undefined, { range: 'bytes=0-9' })
  expect([head.status, head.headers.get('content-length'), head.headers.get('content-range')]).toEqual([
    200,
    String(bytes),
    null,
  ])
})

test('the answer to a HEAD request for a chart’s file has its Content-Length and Accept-Ranges, and the file is closed without being read', async () => {
  const { url, bytes } = await createFileChart(dee, songRef)
  const read = vi.spyOn(server().services.files, 'read')
  const { status, headers } = await dee.send('HEAD', String(url), undefined)
  expect([status, headers.get('content-length'), headers.get('accept-ranges')]).toEqual([200, String(bytes), 'bytes'])
  const stream = (await read.mock.results[0]?.value) as ReadStream
  read.mockRestore()
  await expect.poll(() => stream.closed).toBe(true)
  expect(stream.bytesRead).toBe(0)
})

test.each([
  ['a relative path', '../../etc/passwd.pdf'],
  ['line breaks', 'a\r\nX-Planted: 1.pdf'],
  ['bidi controls', 'a\u202Efdp.exe'],
])('a file name with %s is escaped in Content-Disposition and adds no response header', async (_, filename) => {
  const { url } = await createFileChart(dee, songRef, { filename })
  const { headers, status } = await fetchContent(url)
  expect([status, headers.get('x-planted')]).toEqual([200, null])
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="[\w ._()-]+"; filename\*=UTF-8''[\w.%~-]+$/,
  )
})
