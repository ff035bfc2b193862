// The file format of a backup: frames in one zstd stream. The last frame has the checksums of all before it.

import { createHash, type Hash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { once } from 'node:events'
import { CommandError } from '#cli/run-command.ts'

export const format = 1

export type Header = {
  format: number
  madeAt: string
  postgres: string
  /** The applied migrations, in order. */
  migrations: { name: string; checksum: string }[]
  /** A fingerprint of the SECRET_KEY that the rows were encrypted with. */
  keyId: string
  sequences: { name: string; value: string | null }[]
}
/** Rows are lines of PostgreSQL's COPY, with the values in the order of `columns`. */
export type TableHeader = { name: string; columns: string[] }
export type TableSum = { name: string; rows: number; sha256: string }

export type Entry =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; table: TableHeader }
  | { kind: 'rows'; rows: Buffer }
  | { kind: 'tableEnd'; sum: TableSum }

export class BrokenArchive extends CommandError {
  constructor(reason: string, options?: ErrorOptions) {
    super(`This file cannot be restored. ${reason}.`, options)
  }
}

const letters = { header: 'H', table: 'T', rows: 'R', tableEnd: 'E', end: 'Z' } as const
type Kind = keyof typeof letters
const kinds = new Map(Object.entries(letters).map(([kind, letter]) => [letter.charCodeAt(0), kind as Kind]))

const headBytes = 5
const maxFrameBytes = 64 * 1024 * 1024
const chunkBytes = 256 * 1024

/** Writes the frames. A file without the last frame, which `finish` writes, is not a backup. */
export class ArchiveWriter {
  readonly #zstd: ReturnType<typeof createZstdCompress>
  readonly #whole = createHash('sha256')
  readonly #sums: TableSum[] = []
  #broken: Error | undefined

  constructor(into: Writable) {
    this.#zstd = createZstdCompress()
    const fail = (error: Error) => {
      this.#broken = error
      this.#zstd.destroy(error)
    }
    into.once('error', fail)
    this.#zstd.once('error', (error) => into.destroy(error))
    this.#zstd.pipe(into)
  }

  header(header: Header): Promise<void> {
    return this.#json('header', header)
  }

  /** `lines` are chunks of COPY output, which need not end at a line break. */
  async table(table: TableHeader, lines: AsyncIterable<Buffer>): Promise<TableSum> {
    await this.#json('table', table)
    const checksum = new Checksum(table.name)
    for await (const rows of inChunks(lines)) {
      checksum.add(rows)
      await this.#frame('rows', rows)
    }
    const sum = checksum.sum()
    this.#sums.push(sum)
    await this.#json('tableEnd', sum)
    return sum
  }

  async finish(): Promise<TableSum[]> {
    await this.#json('end', { tables: this.#sums, sha256: this.#whole.copy().digest('hex') })
    this.#zstd.end()
    return this.#sums
  }

  #json(kind: Kind, value: object): Promise<void> {
    return this.#frame(kind, Buffer.from(JSON.stringify(value)))
  }

  async #frame(kind: Kind, content: Buffer): Promise<void> {
    if (this.#broken) throw this.#broken
    const head = Buffer.alloc(headBytes)
    head.write(letters[kind], 'latin1')
    head.writeUInt32BE(content.length, 1)
    if (kind !== 'end') this.#whole.update(head).update(content)
    this.#zstd.write(head)
    if (!this.#zstd.write(content)) await once(this.#zstd, 'drain')
  }
}

/** Yields the entries in order. Throws BrokenArchive at a damaged one, and at the end if entries are missing. */
export async function* readArchive(file: Readable): AsyncGenerator<Entry, TableSum[]> {
  const whole = createHash('sha256')
  const sums: TableSum[] = []
  let checksum: Checksum | undefined
  let isFirst = true
  for await (const { kind, head, content } of framesOf(file)) {
    if (isFirst !== (kind === 'header')) throw new BrokenArchive('It is not a backup of Gaffer')
    isFirst = false
    if (kind === 'end') {
      assertComplete(json(content), sums, whole)
      return sums
    }
    whole.update(head).update(content)
    if (kind === 'header') yield { kind, header: headerIn(content) }
    else if (kind === 'table') {
      const table = json(content) as TableHeader
      checksum = new Checksum(table.name)
      yield { kind, table }
    } else if (kind === 'rows') {
      checksum?.add(content)
      yield { kind, rows: content }
    } else {
      const sum = json(content) as TableSum
      if (JSON.stringify(checksum?.sum()) !== JSON.stringify(sum))
        throw new BrokenArchive(`Table ${sum.name} is damaged`)
      sums.push(sum)
      yield { kind, sum }
    }
  }
  throw new BrokenArchive('Its end is missing')
}

function headerIn(content: Buffer): Header {
  const header = json(content) as Header
  if (header.format > format)
    throw new BrokenArchive('It was made by a newer Gaffer, in a format that this one cannot read')
  return header
}

function assertComplete(end: object, sums: TableSum[], whole: Hash): void {
  const { tables, sha256 } = end as { tables: TableSum[]; sha256: string }
  if (sha256 !== whole.digest('hex') || JSON.stringify(tables) !== JSON.stringify(sums)) {
    throw new BrokenArchive('It is damaged')
  }
}

/** Counts the rows and hashes the bytes of one table. COPY escapes line breaks in values, so each line is a row. */
class Checksum {
  readonly #name: string
  readonly #hash = createHash('sha256')
  #rows = 0

  constructor(name: string) {
    this.#name = name
  }

  add(rows: Buffer): void {
    this.#hash.update(rows)
    for (let at = rows.indexOf(10); at >= 0; at = rows.indexOf(10, at + 1)) this.#rows += 1
  }

  sum(): TableSum {
    return { name: this.#name, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/** Joins the rows, which PostgreSQL sends one at a time. */
async function* inChunks(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const line of lines) {
    held.push(line)
    bytes += line.length
    if (bytes < chunkBytes) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}

type Frame = { kind: Kind; head: Buffer; content: Buffer }

async function* framesOf(file: Readable): AsyncGenerator<Frame> {
  const bytes = file.pipe(createZstdDecompress({ chunkSize: chunkBytes }))
  file.once('error', (error) => bytes.destroy(error))
  let held: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      let at = 0
      for (let frame = frameAt(held, at); frame; frame = frameAt(held, at)) {
        yield frame
        at += headBytes + frame.content.length
      }
      held = held.subarray(at)
    }
  } catch (error) {
    const isOfZstd = error instanceof Error && 'code' in error && /^(ZSTD|Z_)/.test(String(error.code))
    throw isOfZstd ? new BrokenArchive('It is damaged, or not a backup of Gaffer') : error
  }
}

function frameAt(bytes: Buffer, at: number): Frame | null {
  if (bytes.length < at + headBytes) return null
  const kind = kinds.get(bytes[at] as number)
  const length = bytes.readUInt32BE(at + 1)
  if (!kind || length > maxFrameBytes) throw new BrokenArchive('It is damaged, or not a backup of Gaffer')
  const from = at + headBytes
  if (bytes.length < from + length) return null
  return { kind, head: bytes.subarray(at, from), content: bytes.subarray(from, from + length) }
}

function json(content: Buffer): object {
  try {
    return JSON.parse(content.toString('utf8')) as object
  } catch (error) {
    throw new BrokenArchive('It is damaged', { cause: error })
  }
}
