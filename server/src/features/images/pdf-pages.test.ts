import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createCompressedPdf, createPdf } from '#testing/charts.ts'
import { countPdfPages } from './pdf-pages.ts'

test.each([1, 12, 500])('a plain and a compressed PDF are each counted as %i pages', (pages) => {
  expect(countPdfPages(createPdf(pages))).toEqual({ pages })
  expect(countPdfPages(createCompressedPdf(pages))).toEqual({ pages })
})

test('the count of a PDF of 40,000 pages stops at 501, one more than the limit', () => {
  expect(countPdfPages(createPdf(40_000))).toEqual({ pages: 501 })
})

test('all pages of a PDF whose page tree has inner nodes are counted, and a wrong /Count is ignored', () => {
  const pdf = Buffer.from(
    `%PDF-1.4
1 0 obj << /Pages 2 0 R /Type /Catalog >> endobj
2 0 obj << /Type /Pages /Count 99 /Kids [ 3 0 R 4 0 R ] >> endobj
3 0 obj << /Type /Pages /Kids 8 0 R >> endobj
8 0 obj [ 5 0 R 6 0 R ] endobj
4 0 obj << /Type /Page >> endobj
5 0 obj << /Type/Page >> endobj
6 0 obj << /Type /Page >> stream
not an endobj
endstream endobj
trailer << /Root 1 0 R >>`,
  )
  expect(countPdfPages(pdf)).toEqual({ pages: 3 })
})

test('the pages of a PDF with an incremental update are counted from the newest definition of each object', () => {
  const update = `2 0 obj\n<< /Type /Pages /Kids [3 0 R 9 0 R 10 0 R] >>\nendobj\n9 0 obj\n<< /Type /Page >>\nendobj\n10 0 obj\n<< /Type /Page >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n`
  expect(countPdfPages(Buffer.concat([createPdf(1), Buffer.from(update)]))).toEqual({ pages: 3 })
})

test('an encrypted PDF is refused with the reason "encrypted"', () => {
  expect(countPdfPages(createPdf(2, { extra: '/Encrypt 9 0 R' }))).toEqual({ refused: 'encrypted' })
})

const circle = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [2 0 R 3 0 R] >> endobj
3 0 obj << /Type /Page >> endobj
trailer << /Root 1 0 R >>`

test.each<[string, Buffer]>([
  ['without a signature', Buffer.from('<html>')],
  ['with nothing after its signature', Buffer.from('%PDF-1.4\n%%EOF')],
  ['whose tree refers to itself', Buffer.from(circle)],
  ['whose tree lacks a node', Buffer.from(circle.replace('[2 0 R 3 0 R]', '[3 0 R 7 0 R]'))],
  ['cut off before its trailer', createPdf(3).subarray(0, 150)],
  [
    'with a damaged object stream',
    Buffer.from(createCompressedPdf(3).toString('latin1').replace('stream\nx', 'stream\ny'), 'latin1').fill(
      0,
      120,
      140,
    ),
  ],
])('a PDF %s is refused with the reason "unreadable"', (_, bytes) => {
  expect(countPdfPages(bytes)).toEqual({ refused: 'unreadable' })
})

test('a PDF with an object stream that is too large is refused with the reason "unreadable", even if its pages are in another stream', () => {
  const bomb = deflateSync(Buffer.alloc(65 * 1024 * 1024), { level: 9 })
  const head = `%PDF-1.5\n99 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >> stream\n`
  const tooLarge = Buffer.concat([Buffer.from(head), bomb, Buffer.from('\nendstream endobj\n')])
  expect(countPdfPages(Buffer.concat([tooLarge, createCompressedPdf(3)]))).toEqual({ refused: 'unreadable' })
})

test('a PDF with an object stream that inflates to 1 GB is refused with the reason "unreadable"', () => {
  const bomb = deflateSync(Buffer.alloc(1024 * 1024 * 1024), { level: 9 })
  const head = `%PDF-1.5\n1 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >> stream\n`
  const end = '\nendstream endobj trailer << /Root 2 0 R >>'
  expect(countPdfPages(Buffer.concat([Buffer.from(head), bomb, Buffer.from(end)]))).toEqual({ refused: 'unreadable' })
})
