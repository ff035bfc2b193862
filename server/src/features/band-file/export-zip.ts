// Writes the zip of a band: its band file, the stored files that the band file names, and text files that people can read.

import { Readable } from 'node:stream'
import { createEntryPathMaker, toSafeEntryName } from '@gaffer/domain/band-file/entry-names'
import { zipVersion, type ManifestEntry } from '@gaffer/domain/band-file/zip-manifest'
import { bandFilePath, manifestPath } from '@gaffer/domain/band-file/zip-paths'
import { formatLedgerCsv, formatSetlistText } from '@gaffer/domain/band-file/zip-texts'
import { recordingExtensions } from '@gaffer/domain/recordings/recording-extensions'
import { listSetlists } from '#features/set-lists/service.ts'
import { listSongs } from '#features/songs/service.ts'
import { runHeavyReadSlice } from '#http/limits/heavy-reads.ts'
import { chunksOf } from '#platform/chunks.ts'
import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import { exportBand } from './export.ts'
import { streamZip, type AddEntry } from './zip-writer.ts'
import {
  listChartFiles,
  listChartsWithMarkup,
  listChartTexts,
  listLedgerEntries,
  listReceiptFiles,
  listRecordingFiles,
  listSharedMarkup,
} from './zip-store.ts'

/** The number of songs whose charts one statement reads, which bounds the text in memory. */
const songsPerChartRead = 10

const extensionByMediaType: Record<string, string> = {
  'application/pdf': '.pdf',
  'image/webp': '.webp',
  ...recordingExtensions,
}

/** The manifest fields that name what a file belongs to, such as a recording. */
type ManifestFields = Partial<ManifestEntry>
type StoredFile = { fileId: string; mediaType: string; folder: string; name: string; fields: ManifestFields }

export async function exportZip(
  { files, log }: Pick<Services, 'files' | 'log'>,
  db: Db,
  member: MemberContext,
): Promise<{ bandName: string; content: Readable }> {
  const { bandName, content: bandFile } = await exportBand(db, member)
  const at = db.clock.now()
  const pathOf = createEntryPathMaker()
  const entries: ManifestEntry[] = []
  const missing: string[] = []

  async function writeEntries(add: AddEntry): Promise<void> {
    const addText = async (path: string, content: Readable, fields: ManifestFields = {}) =>
      void entries.push({ ...(await add(path, content, { compress: true })), ...fields })
    await addText(bandFilePath, bandFile)
    for await (const { folder, name, extension, text, fields } of readTextFiles(db, member))
      await addText(pathOf(folder, name, extension), Readable.from([text]), fields)
    await addText('ledger.csv', Readable.from([await readLedgerCsv(db, member)]))
    for await (const { fileId, mediaType, folder, name, fields } of readStoredFiles(db, member)) {
      const path = pathOf(folder, name, extensionByMediaType[mediaType] ?? '')
      // The file was permanently deleted meanwhile, or lost: the zip is written without it.
      if ((await files.findLength(fileId)) === null) missing.push(path)
      else entries.push({ ...(await add(path, await files.read(fileId))), ...fields })
    }
    const manifest = {
      schema: 'gaffer-band-zip',
      schemaVersion: zipVersion,
      exportedAt: at.toISOString(),
      entries,
      missing,
    }
    await add(manifestPath, Readable.from([JSON.stringify(manifest, null, 1)]), { compress: true })
  }

  const content = streamZip(at, writeEntries)
  content.once('error', (err) =>
    log.warn({ err, bandId: member.bandId }, 'The zip of a band was not written to its end'),
  )
  return { bandName, content }
}

async function* readStoredFiles(db: Db, { bandId }: MemberContext): AsyncGenerator<StoredFile> {
  for (const chart of await runHeavyReadSlice(() => listChartFiles(db, { bandId }))) {
    const { fileId, mediaType, chartId, songTitle, name, versions, isNewest } = chart
    const folder = `charts/${toSafeEntryName(songTitle, 'Song')}`
    const title = isNewest ? name : `${name} (version ${versions[0]})`
    const fields = { chartVersions: versions.map((version) => ({ chartId, version })) }
    yield { fileId, mediaType, folder, name: toSafeEntryName(title, 'Chart'), fields }
  }
  for (const recording of await runHeavyReadSlice(() => listRecordingFiles(db, { bandId }))) {
    const { fileId, mediaType, recordingId, name, day } = recording
    const fields = { recordingId }
    yield { fileId, mediaType, folder: 'recordings', name: toSafeEntryName(`${day} ${name}`, day), fields }
  }
  for (const receipt of await runHeavyReadSlice(() => listReceiptFiles(db, { bandId }))) {
    const { fileId, mediaType, ledgerEntryId, day, note } = receipt
    const fields = { ledgerEntryId }
    yield { fileId, mediaType, folder: 'receipts', name: toSafeEntryName(`${day} ${note ?? ''}`, day), fields }
  }
}

type TextFile = { folder: string; name: string; extension: string; text: string; fields?: ManifestFields }

async function* readTextFiles(db: Db, member: MemberContext): AsyncGenerator<TextFile> {
  const songs = await runHeavyReadSlice(() => listSongs(db, member))
  for (const some of chunksOf(songs, songsPerChartRead)) {
    const key = { bandId: member.bandId, songIds: some.map(({ id }) => id) }
    for (const { songTitle, name, text, format } of await runHeavyReadSlice(() => listChartTexts(db, key))) {
      const folder = `charts/${toSafeEntryName(songTitle, 'Song')}`
      yield { folder, name: toSafeEntryName(name, 'Chart'), extension: format === 'chordpro' ? '.cho' : '.txt', text }
    }
  }
  for (const { chartId, songTitle, name } of await runHeavyReadSlice(() => listChartsWithMarkup(db, member))) {
    const layers = await runHeavyReadSlice(() => listSharedMarkup(db, { bandId: member.bandId, chartId }))
    const folder = `charts/${toSafeEntryName(songTitle, 'Song')}`
    const file = { folder, name: toSafeEntryName(`${name} (marks)`, 'Marks'), extension: '.json' }
    yield { ...file, text: JSON.stringify(layers), fields: { markupOfChartId: chartId } }
  }
  for (const setlist of await runHeavyReadSlice(() => listSetlists(db, member))) {
    const name = toSafeEntryName(setlist.name, 'Set list')
    yield { folder: 'set-lists', name, extension: '.txt', text: formatSetlistText(setlist, songs) }
  }
}

async function readLedgerCsv(db: Db, { bandId }: MemberContext): Promise<string> {
  return formatLedgerCsv(await runHeavyReadSlice(() => listLedgerEntries(db, { bandId })))
}
