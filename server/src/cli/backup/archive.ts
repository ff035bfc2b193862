// The file format of a backup: frames in one zstd stream, which has a checksum.

import type { Readable, Writable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { once } from 'node:events'
import { CommandError } from '#cli/run-command.ts'

/** Version 3 added files. */
export const archiveFormatVersion = 3

export type ArchiveHeader = {
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
export type TableCount = { name: string; rows: number }
export type FileHeader = { id: string; bytes: number }
/** Counts of an archive's contents. `missing` counts the files that the store lacked; it is 0 when an archive is read. */
export type ArchiveContents = { tables: TableCount[]; files: number; fileBytes: number; missing: number }

export type ArchiveEntry =
  | { kind: 'header'; header: ArchiveHeader }
  | { kind: 'table'; table: TableHeader }
  | { kind: 'rows'; rows: Buffer }
  | { kind: 'tableEnd' }
  | { kind: 'file'; file: FileHeader }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'fileEnd' }

export class BrokenArchiveError extends CommandError {
  constructor(reason: string, options?: ErrorOptions) {
    super(`This file cannot be restored. ${reason}.`, options)
  }
}

const kindLetters = {
  header: 'H',
  table: 'T',
  rows: 'R',
  tableEnd: 'E',
  file: 'F',
  bytes: 'B',
  fileEnd: 'G',
  end: 'Z',
} as const
type FrameKind = keyof typeof kindLetters
const kindByLetterCode = new Map(
  Object.entries(kindLetters).map(([kind, letter]) => [letter.charCodeAt(0), kind as FrameKind]),
)

const headBytes = 5
const maxFrameBytes = 64 * 1024 * 1024
const chunkBytes = 256 * 1024

/** Writes the frames. `finish` writes the last frame, without which `readArchive` refuses the file as incomplete. */
export class ArchiveWriter {
  readonly #zstd: ReturnType<typeof createZstdCompress>
  readonly #contents: ArchiveContents = { tables: [], files: 0, fileBytes: 0, missing: 0 }
  #broken: Error | undefined

  constructor(into: Writable) {
    this.#zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const fail = (error: Error) => {
      this.#broken = error
      this.#zstd.destroy(error)
    }
    into.once('error', fail)
    this.#zstd.once('error', (error) => into.destroy(error))
    this.#zstd.pipe(into)
  }

  writeHeader(header: ArchiveHeader): Promise<void> {
    return this.#writeJson('header', header)
  }

  /** `lines` are chunks of COPY output, which need not end at a line break. */
  async writeTable(table: TableHeader, lines: AsyncIterable<Buffer>): Promise<void> {
    await this.#writeJson('table', table)
    let rows = 0
    for await (const chunk of joinIntoChunks(lines)) {
      rows += countRows(chunk)
      await this.#writeFrame('rows', chunk)
    }
    this.#contents.tables.push({ name: table.name, rows })
    await this.#writeJson('tableEnd', {})
  }

  /** Null `content` means that the store lacks the file, which is then only counted as missing. */
  async writeFile(file: FileHeader, content: AsyncIterable<Buffer> | null): Promise<void> {
    if (!content) return void (this.#contents.missing += 1)
    await this.#writeJson('file', file)
    for await (const chunk of content) await this.#writeFrame('bytes', chunk)
    await this.#writeJson('fileEnd', {})
    this.#contents.files += 1
    this.#contents.fileBytes += file.bytes
  }

  async finish(): Promise<ArchiveContents> {
    await this.#writeJson('end', {})
    this.#zstd.end()
    return this.#contents
  }

  #writeJson(kind: FrameKind, value: object): Promise<void> {
    return this.#writeFrame(kind, Buffer.from(JSON.stringify(value)))
  }

  async #writeFrame(kind: FrameKind, content: Buffer): Promise<void> {
    if (this.#broken) throw this.#broken
    const head = Buffer.alloc(headBytes)
    head.write(kindLetters[kind], 'latin1')
    head.writeUInt32BE(content.length, 1)
    this.#zstd.write(head)
    if (!this.#zstd.write(content)) await once(this.#zstd, 'drain')
  }
}

/** Yields the entries in order, and returns the counts of all contents. Throws BrokenArchiveError if the file is damaged or incomplete. */
export async function* readArchive(file: Readable): AsyncGenerator<ArchiveEntry, ArchiveContents> {
  const counts: TableCount[] = []
  const contents: ArchiveContents = { tables: counts, files: 0, fileBytes: 0, missing: 0 }
  let isComplete = false
  let isFirst = true
  // Reads to the end of the stream, where zstd compares the checksum.
  for await (const { kind, content } of readFrames(file)) {
    if (isFirst !== (kind === 'header')) throw new BrokenArchiveError('It is not a backup of Gaffer')
    isFirst = false
    if (kind === 'header') yield { kind, header: parseHeader(content) }
    else if (kind === 'table') {
      const table = parseJson(content) as TableHeader
      counts.push({ name: table.name, rows: 0 })
      yield { kind, table }
    } else if (kind === 'rows') {
      const count = counts.at(-1)
      if (count) count.rows += countRows(content)
      yield { kind, rows: content }
    } else if (kind === 'file') {
      const header = parseJson(content) as FileHeader
      contents.files += 1
      contents.fileBytes += header.bytes
      yield { kind, file: header }
    } else if (kind === 'bytes') yield { kind, bytes: content }
    else if (kind === 'tableEnd' || kind === 'fileEnd') yield { kind }
    else isComplete = true
  }
  if (!isComplete) throw new BrokenArchiveError('Its end is missing')
  return contents
}

function parseHeader(content: Buffer): ArchiveHeader {
  const header = parseJson(content) as ArchiveHeader
  if (header.format > archiveFormatVersion)
    throw new BrokenArchiveError('It was made by a newer Gaffer, in a format that this one cannot read')
  return header
}

/** COPY escapes line breaks in values, so each line is a row. */
function countRows(lines: Buffer): number {
  let rows = 0
  for (let at = lines.indexOf(10); at >= 0; at = lines.indexOf(10, at + 1)) rows += 1
  return rows
}

/** Joins the rows into chunks, because PostgreSQL sends each row alone. */
async function* joinIntoChunks(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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

type Frame = { kind: FrameKind; content: Buffer }

async function* readFrames(file: Readable): AsyncGenerator<Frame> {
  const bytes = file.pipe(createZstdDecompress({ chunkSize: chunkBytes }))
  file.once('error', (error) => bytes.destroy(error))
  let held: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      let at = 0
      for (let frame = parseFrame(held, at); frame; frame = parseFrame(held, at)) {
        yield frame
        at += headBytes + frame.content.length
      }
      held = held.subarray(at)
    }
  } catch (error) {
    const isZstdError = error instanceof Error && 'code' in error && /^(ZSTD|Z_)/.test(String(error.code))
    throw isZstdError ? new BrokenArchiveError('It is damaged, or not a backup of Gaffer') : error
  }
}

function parseFrame(bytes: Buffer, at: number): Frame | null {
  if (bytes.length < at + headBytes) return null
  const kind = kindByLetterCode.get(bytes[at] as number)
  const length = bytes.readUInt32BE(at + 1)
  if (!kind || length > maxFrameBytes) throw new BrokenArchiveError('It is damaged, or not a backup of Gaffer')
  const from = at + headBytes
  if (bytes.length < from + length) return null
  return { kind, content: bytes.subarray(from, from + length) }
}

function parseJson(content: Buffer): object {
  try {
    return JSON.parse(content.toString('utf8')) as object
  } catch (error) {
    throw new BrokenArchiveError('It is damaged', { cause: error })
  }
}
