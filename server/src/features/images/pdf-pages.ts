// Counts the pages of a PDF by its page tree (ISO 32000-1, 7.7.3). Objects are found by scanning instead of by the cross-reference table:
// the last definition of an object counts, as after an incremental update. Runs in the worker process.

import { inflateSync } from 'node:zlib'
import { limits } from '@gaffer/domain/shared/limits'

/** For a PDF with more than `limits.chartPages` pages, `pages` is only some number above that limit: the count stops there. */
export type PdfPages = { pages: number } | { refused: 'encrypted' | 'unreadable' }

const maxObjects = 500_000
/** The limit for all inflated object streams of a PDF together. */
const maxInflatedBytes = 64 * 1024 * 1024

type Pdf = { objects: Map<number, string>; trailers: string[] }

/** Returns `refused` for a file that is encrypted, cannot be parsed or has no pages. */
export function countPdfPages(bytes: Buffer): PdfPages {
  const text = bytes.toString('latin1')
  if (!text.slice(0, 1024).includes('%PDF-')) return { refused: 'unreadable' }
  const { objects, trailers } = scanObjects(bytes, text)
  if (trailers.some((trailer) => /\/Encrypt\b/.test(trailer))) return { refused: 'encrypted' }
  const root = trailers.flatMap((trailer) => findReference(trailer, 'Root') ?? []).at(-1)
  const catalog = root === undefined ? undefined : objects.get(root)
  const tree = catalog === undefined ? null : findReference(catalog, 'Pages')
  const pages = tree === null ? 0 : countPagesOfTree(objects, tree)
  return pages > 0 ? { pages } : { refused: 'unreadable' }
}

function scanObjects(bytes: Buffer, text: string): Pdf {
  const objects = new Map<number, string>()
  const trailers: string[] = []
  const inflateBudget = { leftBytes: maxInflatedBytes }
  const startPattern = /(\d{1,10})\s+\d{1,5}\s+obj\b|\btrailer\b/g
  for (let match = startPattern.exec(text); match && objects.size < maxObjects; match = startPattern.exec(text)) {
    const start = startPattern.lastIndex
    if (match[1] === undefined) {
      trailers.push(text.slice(start, indexOfOrEnd(text, 'startxref', start)))
      continue
    }
    const end = indexOfOrEnd(text, 'endobj', start)
    const stream = /\bstream\r?\n/.exec(text.slice(start, end))
    const dictionary = stream ? text.slice(start, start + stream.index) : text.slice(start, end)
    objects.set(Number(match[1]), dictionary)
    if (!stream) {
      startPattern.lastIndex = end
      continue
    }
    const from = start + stream.index + stream[0].length
    const to = findEndOfStream(text, dictionary, from)
    if (/\/Type\s*\/XRef\b/.test(dictionary)) trailers.push(dictionary)
    if (/\/Type\s*\/ObjStm\b/.test(dictionary))
      inflateObjects(objects, dictionary, bytes.subarray(from, to), inflateBudget)
    startPattern.lastIndex = to
  }
  return { objects, trailers }
}

function indexOfOrEnd(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at
}

/** Returns the offset at which a stream ends. `/Length` comes first, if `endstream` follows it, because the bytes may contain that word. */
function findEndOfStream(text: string, dictionary: string, from: number): number {
  const length = Number(/\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(dictionary)?.[1] ?? NaN)
  const mark = 'endstream'
  if (Number.isFinite(length) && text.slice(from + length, from + length + mark.length + 2).includes(mark))
    return from + length
  return indexOfOrEnd(text, mark, from)
}

/** Adds the objects of an object stream (7.5.7); none if the stream cannot be inflated. */
function inflateObjects(
  objects: Map<number, string>,
  dictionary: string,
  stream: Buffer,
  inflateBudget: { leftBytes: number },
): void {
  const content = inflate(dictionary, stream, inflateBudget)
  const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? NaN)
  if (content === null || !Number.isFinite(first)) return
  const numbers = content.slice(0, first).trim().split(/\s+/).map(Number)
  for (let at = 0; at + 1 < numbers.length && objects.size < maxObjects; at += 2) {
    const [id = NaN, offset = NaN, , next] = numbers.slice(at, at + 4)
    objects.set(id, content.slice(first + offset, next === undefined ? undefined : first + next))
  }
}

function inflate(dictionary: string, stream: Buffer, inflateBudget: { leftBytes: number }): string | null {
  if (!/\/Filter/.test(dictionary)) return stream.toString('latin1')
  if (!/\/Filter\s*(\[\s*)?\/FlateDecode\b/.test(dictionary) || inflateBudget.leftBytes <= 0) return null
  try {
    const content = inflateSync(stream, { maxOutputLength: inflateBudget.leftBytes })
    inflateBudget.leftBytes -= content.length
    return content.toString('latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') inflateBudget.leftBytes = 0
    // The object stream is damaged or too large. Without its objects the page tree is incomplete, and the file is refused.
    return null
  }
}

function findReference(dictionary: string, key: string): number | null {
  const match = new RegExp(`/${key}\\s+(\\d+)\\s+\\d+\\s+R\\b`).exec(dictionary)
  return match ? Number(match[1]) : null
}

/** Returns 0 if a part of the page tree is missing, or if the tree refers to itself. */
function countPagesOfTree(objects: Map<number, string>, tree: number): number {
  const seen = new Set<number>()
  const unvisited = [tree]
  let pages = 0
  for (let id = unvisited.pop(); id !== undefined && pages <= limits.chartPages; id = unvisited.pop()) {
    const node = objects.get(id)
    if (node === undefined) return 0
    if (seen.has(id)) return 0
    seen.add(id)
    if (/\/Type\s*\/Page\b/.test(node)) {
      pages += 1
      continue
    }
    unvisited.push(...listKids(objects, node))
  }
  return pages
}

function listKids(objects: Map<number, string>, node: string): number[] {
  const list = /\/Kids\s*\[([^\]]*)\]/.exec(node)?.[1] ?? objects.get(findReference(node, 'Kids') ?? -1) ?? ''
  return [...list.matchAll(/(\d+)\s+\d+\s+R\b/g)].map(([, id]) => Number(id))
}
