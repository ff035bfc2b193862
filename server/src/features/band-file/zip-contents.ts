// Checks an uploaded zip against its manifest, and stores its files after the checks that uploads have to pass.

import { randomUUIDv7 } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import type { BandFile } from '@gaffer/domain/band-file/band-file'
import { BandFileInput } from '@gaffer/domain/band-file/band-file-input'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { FileMarkup, type FileLayer } from '@gaffer/domain/band-file/file-markup'
import { ZipManifest, type ManifestEntry } from '@gaffer/domain/band-file/zip-manifest'
import { bandFilePath, manifestPath } from '@gaffer/domain/band-file/zip-paths'
import { limits } from '@gaffer/domain/shared/limits'
import { isParsableInTime } from '#http/pipeline/json-structure.ts'
import { readChartFile } from '#features/charts/read-upload.ts'
import { readRecordingFile } from '#features/recordings/read-upload.ts'
import { parseWithSchema } from '#http/pipeline/parse.ts'
import { writeStream } from '#providers/files/write-stream.ts'
import type { Services } from '#services.ts'
import { chartVersionKey, type ImportedFile, type ImportedFiles } from './imported-files.ts'
import { RefusedZipError, type OpenZip } from './zip-reader.ts'
import { isPlainWebp } from './plain-webp.ts'

export type ZipContents = { bandFile: BandFile; entries: readonly ManifestEntry[] }

const maxManifestBytes = 32 * limits.megabyte
/** The most bytes of markup in a zip: all markup is in memory until its rows are inserted. */
const maxMarkupBytes = 64 * limits.megabyte
const maxBytesByPurpose = { chart: limits.chartBytes, recording: limits.recordingBytes, receipt: limits.receiptBytes }

/** Throws RefusedZipError for a zip that differs from its manifest or is too large, and AppError for a band file that cannot be loaded. */
export async function readZipContents(zip: OpenZip, bandStorageBytes: number): Promise<ZipContents> {
  if (!zip.entries.has(manifestPath) || !zip.entries.has(bandFilePath))
    throw new RefusedZipError(bandFileMessages.zipForeign)
  const manifest = ZipManifest.safeParse(await readJson(zip, manifestPath, maxManifestBytes))
  if (!manifest.success) throw new RefusedZipError(bandFileMessages.zipForeign)
  const { entries } = manifest.data
  const listed = new Map(entries.map((entry) => [entry.path, entry]))
  const isAsListed =
    listed.size === entries.length &&
    zip.entries.size === entries.length + 1 &&
    entries.every(({ path, bytes }) => zip.entries.get(path)?.uncompressedSize === bytes)
  if (!isAsListed) throw new RefusedZipError(bandFileMessages.zipChanged)
  const fileBytes = sumBytes(entries.filter((entry) => findPurpose(entry)))
  const markupBytes = sumBytes(entries.filter(({ markupOfChartId }) => markupOfChartId))
  if (fileBytes > bandStorageBytes || markupBytes > maxMarkupBytes)
    throw new RefusedZipError(bandFileMessages.zipTooLarge)
  const json = await readJson(zip, bandFilePath, limits.bandFileBytes, listed.get(bandFilePath)?.sha256)
  return { bandFile: parseWithSchema(BandFileInput, json), entries }
}

function sumBytes(entries: readonly ManifestEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0)
}

async function readJson(zip: OpenZip, path: string, maxBytes: number, expected?: string): Promise<unknown> {
  if ((zip.entries.get(path)?.uncompressedSize ?? 0) > maxBytes) throw new RefusedZipError(bandFileMessages.zipTooLarge)
  const { content, sha256 } = await zip.open(path)
  const bytes = await buffer(content)
  if (expected !== undefined && sha256() !== expected) throw new RefusedZipError(bandFileMessages.zipChanged)
  if (!isParsableInTime(bytes)) throw new RefusedZipError(bandFileMessages.zipUnreadable)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new RefusedZipError(bandFileMessages.zipUnreadable, { cause })
  }
}

type ReadCallbacks = {
  /** Called with the ids of files before their bytes are written, so that a failed import can delete the files. */
  addIds(ids: string[]): Promise<void>
  /** `share` is the processed part of all bytes, from 0 to 1. */
  onProgress(share: number): Promise<void>
  /** Called before each entry. Throws AbandonedJobError when the server stops. */
  beforeEach(): Promise<void>
}

/** Stores the files that the band file names. Compares every entry with its hash, also entries that are not stored. */
export async function readFilesOfZip(
  services: Services,
  zip: OpenZip,
  { bandFile, entries }: ZipContents,
  { addIds, onProgress, beforeEach }: ReadCallbacks,
): Promise<ImportedFiles> {
  const isInBandFile = createEntryFilter(bandFile)
  const wanted = entries.filter((entry) => findPurpose(entry) && isInBandFile(entry))
  const ids = new Map(wanted.map(({ path }) => [path, randomUUIDv7()]))
  await addIds([...ids.values()])
  const total = sumBytes(entries)
  const chartIds = new Set(bandFile.charts.map((chart) => chart.id))
  const found = {
    chartVersions: new Map<string, ImportedFile>(),
    recordings: new Map<string, ImportedFile>(),
    receipts: new Map<string, ImportedFile>(),
    markup: new Map<string, readonly FileLayer[]>(),
  }
  let done = 0
  for (const entry of entries) {
    await beforeEach()
    const id = ids.get(entry.path)
    const file = await storeEntry(services, zip, entry, id, addIds)
    for (const { chartId, version } of entry.chartVersions ?? [])
      if (file) found.chartVersions.set(chartVersionKey(chartId, version), file)
    const { markupOfChartId } = entry
    if (markupOfChartId && chartIds.has(markupOfChartId))
      found.markup.set(markupOfChartId, await readMarkup(zip, entry.path))
    if (file && entry.recordingId) found.recordings.set(entry.recordingId, file)
    if (file && entry.ledgerEntryId) found.receipts.set(entry.ledgerEntryId, file)
    done += entry.bytes
    await onProgress(total === 0 ? 1 : done / total)
  }
  return found
}

async function readMarkup(zip: OpenZip, path: string): Promise<readonly FileLayer[]> {
  const layers = FileMarkup.safeParse(await readJson(zip, path, maxMarkupBytes))
  if (!layers.success) throw new RefusedZipError(bandFileMessages.zipFileRefused(path))
  return layers.data
}

/**
 * Stores the entry under the id, or a re-encoded picture under a new id. Returns null for an entry without an id, which is only compared
 * with its hash.
 */
async function storeEntry(
  services: Services,
  zip: OpenZip,
  entry: ManifestEntry,
  id: string | undefined,
  addIds: ReadCallbacks['addIds'],
): Promise<ImportedFile | null> {
  const { path, bytes } = entry
  const purpose = findPurpose(entry)
  const { content, sha256 } = await zip.open(path)
  if (!id || !purpose) {
    content.resume()
    await finished(content)
  } else {
    if (bytes > maxBytesByPurpose[purpose] || bytes === 0)
      throw new RefusedZipError(bandFileMessages.zipFileRefused(path))
    await writeStream(services.files, id, bytes, content)
    // Closes the content, which a store that stopped reading early leaves open.
    content.destroy()
  }
  if (sha256() !== entry.sha256) throw new RefusedZipError(bandFileMessages.zipChanged)
  if (!id || !purpose) return null
  const name = path.slice(path.lastIndexOf('/') + 1).slice(0, limits.fileNameLength)
  const file = await checkAndReencodeFile(services, { id, bytes, name, purpose }, addIds)
  if (!file) throw new RefusedZipError(bandFileMessages.zipFileRefused(path))
  return file
}

type StoredFile = Pick<ImportedFile, 'id' | 'bytes' | 'name' | 'purpose'>

/**
 * Detects the type from the bytes, as for an upload, and re-encodes a picture that Gaffer did not write. Returns null for a refused file.
 */
async function checkAndReencodeFile(
  { files }: Services,
  file: StoredFile,
  addIds: ReadCallbacks['addIds'],
): Promise<ImportedFile | null> {
  if (file.purpose === 'recording') {
    const result = await readRecordingFile(files, { ...file, userId: null })
    return 'refused' in result ? null : { ...file, ...result }
  }
  const result = await readChartFile(files, { ...file, userId: null })
  if ('refused' in result) return null
  if (result.kind === 'pdf') return { ...file, ...result }
  const { picture, ...image } = result
  // A WebP that Gaffer wrote is stored unchanged: encoding it again would blur it.
  if (isPlainWebp(await buffer(await files.read(file.id)))) return { ...file, ...image }
  const id = randomUUIDv7()
  await addIds([id])
  await files.write(id, picture)
  return { ...file, ...image, id, bytes: picture.length }
}

function findPurpose({ chartVersions, recordingId, ledgerEntryId }: ManifestEntry): ImportedFile['purpose'] | null {
  if (chartVersions) return 'chart'
  if (recordingId) return 'recording'
  return ledgerEntryId ? 'receipt' : null
}

/** Returns a predicate for entries whose object is in the band file. Other objects were added while the zip was written. */
function createEntryFilter({ charts, recordings, ledger }: BandFile): (entry: ManifestEntry) => boolean {
  const versions = new Set(
    charts.flatMap(({ id, versions: all }) => all.map((one) => chartVersionKey(id, one.version))),
  )
  const [recordingIds, ledgerEntryIds] = [recordings, ledger].map((list) => new Set(list.map(({ id }) => id)))
  return ({ chartVersions = [], recordingId = '', ledgerEntryId = '' }) =>
    chartVersions.some(({ chartId, version }) => versions.has(chartVersionKey(chartId, version))) ||
    recordingIds?.has(recordingId) === true ||
    ledgerEntryIds?.has(ledgerEntryId) === true
}
