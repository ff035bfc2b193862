import { randomUUIDv7 } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@gaffer/domain/shared/app-error'
import { canChangeChart } from '@gaffer/domain/charts/access'
import type { Chart, ChartChanges, ChartVersion, ParsedChart } from '@gaffer/domain/charts/chart'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { utf8Length } from '@gaffer/domain/charts/chart-text'
import { selectChartsForInstrument, sortChartsForPart } from '@gaffer/domain/charts/parts'
import { replyWithContent } from '#features/files/content.ts'
import { dropUpload, keepUpload, lockStorage, refuseFullStorage } from '#features/files/service.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, onOneConnection, type Db } from '#platform/db/connection.ts'
import { notFoundError, orNotFound } from '#platform/refusals.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import { readChartUpload, type UploadedDocument } from './read-upload.ts'
import {
  deleteOldVersions,
  findChart,
  findChartFile,
  findOwnPart,
  findVersion,
  insertChart,
  insertVersion,
  isChartLimitReached,
  hasSetlist,
  isSongListed,
  listChartsOfSetlist as selectChartsOfSetlist,
  listChartsOfSong,
  listSongIdsOfSetlist,
  listVersions,
  lockChart,
  lockDeletedChart,
  lockSongForCharts,
  restoreDeletedChart,
  softDeleteChart,
  updateChart,
  type NewVersion,
} from './store.ts'

/** The deadline of a call with an upload, which includes the wait for a worker and the reading of the file from the store. */
const deadlineMs = 20_000

/** Lists the charts of the set list's songs for a player of the instrument, in the order of the set list. */
export function listChartsForInstrument(
  db: Db,
  { bandId, setlistId, instrument }: { bandId: string; setlistId: string; instrument: string },
): Promise<Chart[]> {
  return onOneConnection(db, async (connection) => {
    const [songs, charts] = await Promise.all([
      listSongIdsOfSetlist(connection, { bandId, setlistId }),
      selectChartsOfSetlist(connection, { bandId, setlistId }),
    ])
    const bySong = Map.groupBy(charts, ({ songId }) => songId)
    const songIds = new Set(songs.map(({ songId }) => songId))
    return [...songIds].flatMap((songId) => selectChartsForInstrument(bySong.get(songId) ?? [], instrument))
  })
}

export type WithUpload = { upload: UploadedDocument | null }
/** Options of calls with a file or a long text: the upload is read before the transaction begins. */
export const chartWriteOptions = { largeBody: 'chartText', deadlineMs, prepare: readUploadOfBody } as const

type UploadCall = { services: Services; body: unknown; member?: MemberContext }

async function readUploadOfBody({ services, body, member }: UploadCall): Promise<WithUpload> {
  const { id, uploadId } = body as { id?: string; uploadId?: string }
  if (uploadId === undefined) return { upload: null }
  if (!member) throw new Error('Routes of charts need the guard requireMember')
  if (id !== undefined && (await findChart(services.db, { ...member, chartId: id }))) return { upload: null }
  return { upload: await readChartUpload(services, { member, uploadId }) }
}

export function listCharts(db: Db, member: MemberContext, songId: string): Promise<Chart[]> {
  return onOneConnection(db, async (connection) => {
    const [isListed, charts, own] = await Promise.all([
      isSongListed(connection, { ...member, songId }),
      listChartsOfSong(connection, { ...member, songId }),
      findOwnPart(connection, member),
    ])
    if (!isListed) throw notFoundError()
    return sortChartsForPart(charts, own?.part ?? '')
  })
}

export function listChartsOfSetlist(db: Db, member: MemberContext, setlistId: string): Promise<Chart[]> {
  return onOneConnection(db, async (connection) => {
    const [isListed, charts, own] = await Promise.all([
      hasSetlist(connection, { ...member, setlistId }),
      selectChartsOfSetlist(connection, { ...member, setlistId }),
      findOwnPart(connection, member),
    ])
    if (!isListed) throw notFoundError()
    return sortChartsForPart(charts, own?.part ?? '')
  })
}

export async function readChart(db: Db, member: MemberContext, chartId: string): Promise<Chart> {
  return orNotFound(await findChart(db, { ...member, chartId }))
}

/** Idempotent by the id in the input: for a chart that the member has added already, returns the stored chart. */
export function addChart(
  services: Services,
  db: Db,
  member: MemberContext,
  songId: string,
  input: ParsedChart,
  upload: UploadedDocument | null,
): Promise<Chart> {
  return inTransaction(db, async (tx) => {
    const { id: chartId = randomUUIDv7(), name = upload?.name ?? '', part } = input
    await lockSongOrRefuse(tx, member, songId)
    const stored = input.id === undefined ? undefined : await findChart(tx, { ...member, chartId })
    if (stored?.songId === songId && stored.uploadedBy === member.membershipId) return stored
    await refuseSongAtChartLimit(tx, member, songId)
    if (!(await insertChart(tx, { ...member, songId, chartId, name, part })))
      throw new AppError('conflict', chartMessages.chartIdTaken)
    await storeVersion(services, tx, member, { chartId, version: 1 }, await prepareVersion(tx, member, input, upload))
    return orNotFound(await findChart(tx, { ...member, chartId }))
  })
}

/** Serialises requests that add or restore charts of the song, until the transaction ends. */
async function lockSongOrRefuse(tx: Db, member: MemberContext, songId: string): Promise<void> {
  await acquireAdvisoryLocks(tx, `charts ${songId}`)
  if (!(await lockSongForCharts(tx, { ...member, songId }))) throw notFoundError()
}

async function refuseSongAtChartLimit(tx: Db, member: MemberContext, songId: string): Promise<void> {
  if (await isChartLimitReached(tx, { ...member, songId })) throw new AppError('conflict', chartMessages.chartsFull)
}

type ChartContent = {
  uploadId?: string | undefined
  text?: string | undefined
  format?: 'plain' | 'chordpro' | undefined
}

/** Returns the version to store. An upload becomes a file of the band; the original of a re-encoded picture is deleted. */
async function prepareVersion(
  tx: Db,
  member: MemberContext,
  { uploadId, text, format = 'plain' }: ChartContent,
  upload: UploadedDocument | null,
): Promise<NewVersion> {
  if (uploadId === undefined || !upload) {
    if (text === undefined) throw new AppError('conflict', chartMessages.chartIdTaken)
    return { kind: 'text', bytes: utf8Length(text), pages: null, fileId: null, text, format }
  }
  const { kind, bytes, pages, fileId, mediaType } = upload
  await keepUpload(tx, { member, uploadId: fileId }, mediaType)
  if (fileId !== uploadId) await dropUpload(tx, { member, uploadId })
  return { kind, bytes, pages, fileId, text: null, format: null }
}

type ChartVersionKey = { chartId: string; version: number }

/** Enforces the band's storage limit for a text. The bytes of a file were counted when its upload began. */
async function storeVersion(
  services: Services,
  tx: Db,
  member: MemberContext,
  key: ChartVersionKey,
  version: NewVersion,
): Promise<void> {
  const isText = version.kind === 'text'
  if (isText) await lockStorage(tx, member)
  await insertVersion(tx, { ...member, ...key, ...version })
  await deleteOldVersions(tx, { ...member, ...key })
  if (isText) await refuseFullStorage(services, tx, member)
}

export function changeChart(
  services: Services,
  db: Db,
  member: MemberContext,
  chartId: string,
  changes: ChartChanges,
  upload: UploadedDocument | null,
  seenVersions: SeenVersions,
): Promise<Chart> {
  return inTransaction(db, async (tx) => {
    const stored = await lockVisibleChart(tx, member, chartId)
    refuseStaleEdit(stored, seenVersions)
    const { name = stored.name, part = stored.part, text, uploadId } = changes
    const hasNewVersion = text !== undefined || uploadId !== undefined
    const version = hasNewVersion ? stored.version + 1 : stored.version
    await updateChart(tx, { ...member, chartId, name, part, version })
    if (hasNewVersion) {
      const { kind, format } = orNotFound(await findVersion(tx, { ...member, chartId, version: stored.version }))
      if ((kind === 'text') !== (text !== undefined)) throw new AppError('conflict', chartMessages.chartKindStays)
      const written = { uploadId, text, format: format ?? undefined }
      await storeVersion(services, tx, member, { chartId, version }, await prepareVersion(tx, member, written, upload))
    }
    return orNotFound(await findChart(tx, { ...member, chartId }))
  })
}

export async function listChartVersions(db: Db, member: MemberContext, chartId: string): Promise<ChartVersion[]> {
  orNotFound(await findChart(db, { ...member, chartId }))
  return listVersions(db, { ...member, chartId })
}

/** Stores an earlier version as the newest one again. Restoring the newest version changes nothing. */
export function restoreChartVersion(
  services: Services,
  db: Db,
  member: MemberContext,
  { chartId, version }: ChartVersionKey,
): Promise<Chart> {
  return inTransaction(db, async (tx) => {
    const stored = await lockVisibleChart(tx, member, chartId)
    const earlier = await findVersion(tx, { ...member, chartId, version })
    if (!earlier) throw new AppError('not_found', chartMessages.chartVersionUnknown)
    if (version !== stored.version) {
      const next = { chartId, version: stored.version + 1 }
      await updateChart(tx, { ...member, ...stored, ...next })
      await storeVersion(services, tx, member, next, earlier)
    }
    return orNotFound(await findChart(tx, { ...member, chartId }))
  })
}

/** Soft delete: the chart's versions and files stay for a restore, and count towards the storage. */
export function deleteChart(db: Db, member: MemberContext, chartId: string, seenVersions: SeenVersions): Promise<void> {
  return inTransaction(db, async (tx) => {
    refuseStaleEdit(await lockChangeableChart(tx, member, chartId), seenVersions)
    await softDeleteChart(tx, { ...member, chartId })
  })
}

/** Returns a chart that is not deleted unchanged, so that a repeated Undo succeeds. */
export function restoreChart(db: Db, member: MemberContext, chartId: string): Promise<Chart> {
  return inTransaction(db, async (tx) => {
    const deleted = await lockDeletedChart(tx, { ...member, chartId })
    if (deleted) {
      requireChartPermission(member, deleted)
      await lockSongOrRefuse(tx, member, deleted.songId)
      await refuseSongAtChartLimit(tx, member, deleted.songId)
      await restoreDeletedChart(tx, { ...member, chartId })
    } else await lockChangeableChart(tx, member, chartId)
    return orNotFound(await findChart(tx, { ...member, chartId }))
  })
}

async function lockChangeableChart(tx: Db, member: MemberContext, chartId: string) {
  const stored = orNotFound(await lockChart(tx, { ...member, chartId }))
  requireChartPermission(member, stored)
  return stored
}

async function lockVisibleChart(tx: Db, member: MemberContext, chartId: string) {
  const stored = await lockChangeableChart(tx, member, chartId)
  if (stored.isHidden) throw hiddenError()
  return stored
}

function hiddenError(): AppError {
  return new AppError('hidden', chartMessages.hidden)
}

function requireChartPermission(member: MemberContext, chart: { uploadedBy: string | null }): void {
  if (!canChangeChart(member, chart)) throw new AppError('not_allowed', chartMessages.chartNotYours)
}

export type ContentCall = { headers: IncomingHttpHeaders; ifNoneMatch: (etag: string) => boolean }

const extensionByMediaType: Record<string, string> = { 'application/pdf': '.pdf', 'image/webp': '.webp' }

/** Serves a picture inline and a PDF as a download, because the app has its own viewer for PDFs. */
export async function readChartContent(
  { files }: Pick<Services, 'files'>,
  db: Db,
  key: { bandId: string; chartId: string; version: number | null },
  { headers, ifNoneMatch }: ContentCall,
): Promise<RawReply> {
  const { kind, name, isHidden, ...file } = orNotFound(await findChartFile(db, key))
  if (isHidden) throw hiddenError()
  const named = { ...file, name: name + (extensionByMediaType[file.mediaType] ?? ''), isInline: kind === 'image' }
  return replyWithContent(files, named, headers, ifNoneMatch)
}
