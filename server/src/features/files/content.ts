// Replies with the bytes of a file: ranges (RFC 9110, 14), a strong ETag, and headers that disable scripts and type sniffing.

import type { IncomingHttpHeaders } from 'node:http'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ByteRange, FileStore } from '#providers/files/file-store.ts'

export type ContentFile = {
  id: string
  bytes: number
  mediaType: string
  name: string
  /** Whether the browser may show the file itself; otherwise it is only downloaded. */
  isInline: boolean
}

/** `isCached` returns whether the client has the file with this ETag. */
export async function replyWithContent(
  files: FileStore,
  file: ContentFile,
  headers: IncomingHttpHeaders,
  isCached: (etag: string) => boolean,
): Promise<RawReply> {
  // A file never changes, so that its id is a strong ETag.
  const etag = `"${file.id}"`
  const common = { ...createSafetyHeaders(file), etag }
  if (isCached(etag)) return { status: 304, headers: common, content: null }
  const range = parseRange(headers, file.bytes, etag)
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...common, 'content-range': `bytes */${file.bytes}` }, content: null }
  const content = await files.read(file.id, range ?? undefined)
  if (!range) return { headers: { ...common, 'content-length': String(file.bytes) }, content }
  const { start, end } = range
  return {
    status: 206,
    headers: {
      ...common,
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${file.bytes}`,
    },
    content,
  }
}

function createSafetyHeaders({ mediaType, name, isInline }: ContentFile): Record<string, string> {
  return {
    'content-type': mediaType,
    'accept-ranges': 'bytes',
    // The client revalidates at each use, so that access is checked again. A 304 is cheap.
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': `${isInline ? 'inline' : 'attachment'}; ${formatFileNameParameters(name)}`,
  }
}

/** Formats the name in ASCII for old clients, and in UTF-8 (RFC 6266). */
function formatFileNameParameters(name: string): string {
  const ascii = name.normalize('NFKD').replaceAll(/[^A-Za-z0-9 ._()-]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Parses the Range header. Returns null for the whole file, also for several ranges, an unknown unit and an `If-Range` of another file. */
function parseRange(headers: IncomingHttpHeaders, length: number, etag: string): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  const condition = headers['if-range']
  if (first === undefined || (first === '' && last === '') || (condition !== undefined && condition !== etag))
    return null
  if (first === '') {
    const count = Math.min(Number(last), length)
    return count === 0 ? 'unsatisfiable' : { start: length - count, end: length - 1 }
  }
  const start = Number(first)
  const end = last === '' ? length - 1 : Math.min(Number(last), length - 1)
  if (start >= length) return 'unsatisfiable'
  return end < start ? null : { start, end }
}
