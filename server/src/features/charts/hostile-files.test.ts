// Hostile files: disguised types, scripts and decompression bombs. charts.test.ts has the refusals of other files.

import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { createTestBand, createTestSong } from '#testing/builders.ts'
import { createFileChart, createPdf, createPhoto } from '#testing/charts.ts'
import { createTestUpload } from '#testing/files.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, songRef: { bandId: string; songId: string }

beforeEach(async () => {
  dee = await server().createUser()
  const { id: bandId } = await createTestBand(dee)
  songRef = { bandId, songId: (await createTestSong(dee, bandId)).id }
})

async function add(bytes: Buffer, filename = 'chart.pdf') {
  const { id: uploadId } = await createTestUpload(dee, songRef.bandId, { bytes, filename })
  return dee.post(`/api/bands/${songRef.bandId}/songs/${songRef.songId}/charts`, { uploadId })
}

const fetchContent = (url: string | null) =>
  fetch(server().url + String(url), {
    headers: { cookie: [...dee.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })

const script = '<script>planted()</script>'

test('HTML appended to a JPEG is not in the stored picture', async () => {
  const chart = await createFileChart(dee, songRef, {
    bytes: Buffer.concat([await createPhoto(), Buffer.from(script)]),
  })
  const stored = Buffer.from(await (await fetchContent(chart.url)).arrayBuffer()).toString('latin1')
  expect([stored.slice(0, 4), stored.includes('planted')]).toEqual(['RIFF', false])
})

test('a PDF with scripts, launch actions and HTML in it is stored as it is, and served as an attachment with a sandbox policy', async () => {
  const actions = `/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AA << /O << /S /Launch /F (calc.exe) >> >>`
  const bytes = Buffer.from(
    createPdf(1, { title: script }).toString('latin1').replace('<< /Type /Catalog', `<< ${actions} /Type /Catalog`),
    'latin1',
  )
  const chart = await createFileChart(dee, songRef, { bytes, filename: `${script}.html.pdf` })
  const answer = await fetchContent(chart.url)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="[\w ._()-]+"; filename\*=UTF-8''[\w.%~-]+$/),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
})

test.each([
  ['HTML before a PDF', () => Buffer.concat([Buffer.from(`<html>${script}</html>\n`), createPdf(1)])],
  ['a GIF signature before a PDF', () => Buffer.concat([Buffer.from('GIF89a'), createPdf(1)])],
  ['a zip archive with a PDF in it', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), createPdf(1)])],
  ['an old Word document', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])],
  ['an SVG without its first line', () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
  ['a text', () => Buffer.from('Verse 1: G D Em C')],
])('%s is refused with 422 and the error message that says how to make a PDF', async (_, make) => {
  const { status, body } = await add(make())
  expect([status, body]).toEqual([422, { code: 'unsupported_file', message: chartMessages.unsupportedFile }])
})

function createGreyscalePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const [named, length, sum] = [Buffer.concat([Buffer.from(type), data]), Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

test('a picture of 100 megapixels is refused as a chart with 422 and an error message', async () => {
  const { status, body } = await add(createGreyscalePng(10_000, 10_000), 'scan.png')
  expect([status, body.message]).toEqual([422, chartMessages.pictureUnreadable])
})

test('a PDF of 40,000 pages is refused as a chart with the error message for too many pages', async () => {
  expect((await add(createPdf(40_000))).body.message).toBe(chartMessages.pdfTooLong)
})

/** The largest resident size of the processes that this one started, in bytes. */
function readLargestChildBytes(): number {
  const pids = readFileOrEmpty(`/proc/${process.pid}/task/${process.pid}/children`).split(' ').filter(Boolean)
  return Math.max(
    0,
    ...pids.map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0) * 1024),
  )
}

/** Returns an empty string if the process has ended, or on a system without /proc. */
function readFileOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const trailer = '\ntrailer << /Root 2 0 R >>'

test.each<[string, () => Buffer]>([
  // After each `trailer` the reader searches to the end of the file.
  ['would take minutes to count', () => Buffer.from(`%PDF-1.4\n${'trailer\n'.repeat(3_000_000)}`)],
  [
    'has 40 object streams that inflate to 256 MB each',
    () => {
      const bomb = deflateSync(Buffer.alloc(256 * 1024 * 1024), { level: 9 })
      const head = `obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >> stream\n`
      const streams = Array.from({ length: 40 }, (_, at) => [
        Buffer.from(`${at + 10} 0 ${head}`),
        bomb,
        Buffer.from('\nendstream endobj\n'),
      ])
      return Buffer.concat([Buffer.from('%PDF-1.5\n'), ...streams.flat(), Buffer.from(trailer)])
    },
  ],
])(
  'a PDF that %s is refused within 256 MB of memory, and the next chart is accepted',
  async (_, make) => {
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, readLargestChildBytes())), 20)
    const { status, body } = await add(make())
    clearInterval(watch)
    expect([status, body.message]).toEqual([422, chartMessages.pdfUnreadable])
    expect(most).toBeGreaterThan(process.platform === 'linux' ? 0 : -1)
    expect(most).toBeLessThan(256 * 1024 * 1024)
    expect((await add(createPdf(2))).status).toBe(201)
  },
  40_000,
)
