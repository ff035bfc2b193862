import { randomUUIDv7 } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@gaffer/domain/shared/app-error'
import { canDeleteRecording } from '@gaffer/domain/recordings/access'
import {
  isRecordingShown,
  type Mark,
  type MarkChanges,
  type ParsedMark,
  type ParsedRecording,
  type Recording,
  type RecordingChanges,
} from '@gaffer/domain/recordings/recording'
import { recordingExtensions } from '@gaffer/domain/recordings/recording-extensions'
import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { replyWithContent } from '#features/files/content.ts'
import { keepUpload } from '#features/files/service.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { invalidFieldError, notFoundError, orNotFound } from '#platform/refusals.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import { readRecordingUpload, type RecordingUpload } from './read-upload.ts'
import {
  deleteStoredMark,
  findRecordingContent,
  findMark,
  findRecording,
  hasConsent,
  insertConsent,
  insertMarks,
  insertRecording,
  isMarkLimitReached,
  isRecordingHidden,
  isRecordingLimitReached,
  listRecordingPage,
  lockDeletedRecording,
  lockEventForRecording,
  lockMembership,
  lockRecording,
  lockRecordingForMarks,
  lockSongsOfMarks,
  restoreDeletedRecording,
  softDeleteRecording,
  updateMark,
  updateRecording,
} from './store.ts'

type UploadCall = { services: Services; body: unknown; member?: MemberContext }

/** The upload is read before the transaction begins. The deadline covers waiting for the worker, and reading from the store. */
export const recordingWriteOptions = { deadlineMs: 20_000, prepare: readUpload } as const

async function readUpload({ services, body, member }: UploadCall): Promise<{ upload: RecordingUpload }> {
  if (!member) throw new Error('Routes of recordings need the guard requireMember')
  const { uploadId } = body as { uploadId: string }
  return { upload: await readRecordingUpload(services, { member, uploadId }) }
}

type RecordingFilter = { eventId?: string | undefined; songId?: string | undefined; before?: string | undefined }

export function listRecordings(db: Db, member: MemberContext, filter: RecordingFilter): Promise<Recording[]> {
  const { eventId = null, songId = null, before = null } = filter
  return listRecordingPage(db, { ...member, eventId, songId, before })
}

type RecordingKey = { member: MemberContext; recordingId: string }

export async function readRecording(db: Db, { member, recordingId }: RecordingKey): Promise<Recording> {
  const recording = orNotFound(await findRecording(db, { ...member, recordingId }))
  if (!isRecordingShown(recording)) throw hiddenError()
  return recording
}

async function throwHiddenOrNotFound(db: Db, { member, recordingId }: RecordingKey): Promise<never> {
  if (await isRecordingHidden(db, { ...member, recordingId })) throw hiddenError()
  throw notFoundError()
}

function hiddenError(): AppError {
  return new AppError('hidden', recordingMessages.hidden)
}

export function addRecording(
  db: Db,
  member: MemberContext,
  { uploadId, eventId = null, marks = [], agreed, ...input }: ParsedRecording,
  upload: RecordingUpload,
): Promise<Recording> {
  return inTransaction(db, async (tx) => {
    if (!(await lockMembership(tx, member))) throw notFoundError()
    if (eventId !== null && !(await lockEventForRecording(tx, { ...member, eventId })))
      throw invalidFieldError('eventId', recordingMessages.eventUnknown)
    await refuseFullBand(tx, member)
    if (agreed) await insertConsent(tx, member)
    else if (!(await hasConsent(tx, member))) throw invalidFieldError('agreed', recordingMessages.agreementNeeded)
    await refuseUnknownSongs(tx, member, marks)
    const recordingId = randomUUIDv7()
    const { name, seconds, bytes, mediaType } = upload
    await keepUpload(tx, { member, uploadId }, mediaType)
    await insertRecording(tx, {
      ...member,
      recordingId,
      eventId,
      fileId: uploadId,
      name: input.name ?? name,
      bytes,
      seconds: seconds ?? input.seconds ?? null,
      recordedAt: input.recordedAt ?? null,
    })
    const stored = marks.map((mark) => ({ ...mark, id: mark.id ?? randomUUIDv7() }))
    await insertMarks(tx, { ...member, recordingId, marks: JSON.stringify(stored) })
    return readRecording(tx, { member, recordingId })
  })
}

/** Refuses a recording over the limit of the band. Serialises additions, so that parallel additions stay within the limit. */
async function refuseFullBand(tx: Db, member: MemberContext): Promise<void> {
  await acquireAdvisoryLocks(tx, `recordings ${member.bandId}`)
  if (await isRecordingLimitReached(tx, member)) throw new AppError('conflict', recordingMessages.recordingsFull)
}

async function refuseUnknownSongs(
  tx: Db,
  member: MemberContext,
  marks: readonly { songId: string }[],
  pathOf = (at: number) => `marks.${at}.songId`,
): Promise<void> {
  if (marks.length === 0) return
  const songIds = marks.map(({ songId }) => songId)
  const knownIds = new Set((await lockSongsOfMarks(tx, { ...member, songIds })).map(({ id }) => id))
  const unknownIndex = songIds.findIndex((id) => !knownIds.has(id))
  if (unknownIndex >= 0) throw invalidFieldError(pathOf(unknownIndex), recordingMessages.songUnknown)
}

export function changeRecording(
  db: Db,
  key: RecordingKey,
  changes: RecordingChanges,
  seenVersions: SeenVersions,
): Promise<Recording> {
  return inTransaction(db, async (tx) => {
    const stored = await lockStoredRecording(tx, key)
    if (stored.isHidden) throw hiddenError()
    refuseStaleEdit(stored, seenVersions)
    const { name = stored.name, isKept = stored.isKept } = changes
    if (name !== stored.name || isKept !== stored.isKept)
      await updateRecording(tx, { ...key.member, recordingId: key.recordingId, name, isKept })
    return readRecording(tx, key)
  })
}

/** Soft delete: the file stays for a restore, and counts towards the band's storage. */
export function deleteRecording(db: Db, key: RecordingKey, seenVersions: SeenVersions): Promise<void> {
  return inTransaction(db, async (tx) => {
    const stored = await lockStoredRecording(tx, key)
    requireDeletePermission(key.member, stored)
    refuseStaleEdit(stored, seenVersions)
    await softDeleteRecording(tx, { ...key.member, ...key })
  })
}

/** If the recording is not deleted, returns it unchanged, so that a repeated Undo succeeds. */
export function restoreRecording(db: Db, key: RecordingKey): Promise<Recording> {
  return inTransaction(db, async (tx) => {
    const deleted = await lockDeletedRecording(tx, { ...key.member, ...key })
    if (deleted) {
      requireDeletePermission(key.member, deleted)
      await refuseFullBand(tx, key.member)
      await restoreDeletedRecording(tx, { ...key.member, ...key })
    } else requireDeletePermission(key.member, await lockStoredRecording(tx, key))
    return orNotFound(await findRecording(tx, { ...key.member, ...key }))
  })
}

async function lockStoredRecording(tx: Db, key: RecordingKey) {
  return orNotFound(await lockRecording(tx, { ...key.member, ...key }))
}

function requireDeletePermission(member: MemberContext, recording: { uploadedBy: string | null }): void {
  if (!canDeleteRecording(member, recording)) throw new AppError('not_allowed', recordingMessages.notYours)
}

/** If the recording has a mark with this id, returns the stored mark, so that a phone can send a mark twice. */
export function addMark(db: Db, key: RecordingKey, { id = randomUUIDv7(), ...mark }: ParsedMark): Promise<Mark> {
  return inTransaction(db, async (tx) => {
    const markKey = { ...key.member, recordingId: key.recordingId, markId: id }
    await acquireAdvisoryLocks(tx, `marks ${key.recordingId}`)
    await lockForMarks(tx, key)
    const stored = await findMark(tx, markKey)
    if (stored) return stored
    await refuseUnknownSongs(tx, key.member, [mark], () => 'songId')
    if (await isMarkLimitReached(tx, markKey)) throw new AppError('conflict', recordingMessages.marksFull)
    await insertMarks(tx, { ...markKey, marks: JSON.stringify([{ ...mark, id }]) })
    return { ...mark, id }
  })
}

type MarkKey = RecordingKey & { markId: string }

export function changeMark(db: Db, key: MarkKey, { songId, atSeconds }: MarkChanges): Promise<Mark> {
  return inTransaction(db, async (tx) => {
    await lockForMarks(tx, key)
    if (songId !== undefined) await refuseUnknownSongs(tx, key.member, [{ songId }], () => 'songId')
    const changeValues = { ...key.member, ...key, songId: songId ?? null, atSeconds: atSeconds ?? null }
    const mark = await updateMark(tx, changeValues)
    if (!mark) throw notFoundError()
    return mark
  })
}

export function deleteMark(db: Db, key: MarkKey): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockForMarks(tx, key)
    if (!(await deleteStoredMark(tx, { ...key.member, ...key }))) throw notFoundError()
  })
}

async function lockForMarks(tx: Db, key: RecordingKey): Promise<void> {
  if (!(await lockRecordingForMarks(tx, { ...key.member, ...key }))) await throwHiddenOrNotFound(tx, key)
}

type ContentCall = { headers: IncomingHttpHeaders; ifNoneMatch: (etag: string) => boolean }

export async function readRecordingContent(
  { files }: Pick<Services, 'files'>,
  db: Db,
  key: RecordingKey,
  { headers, ifNoneMatch }: ContentCall,
): Promise<RawReply> {
  const file = (await findRecordingContent(db, { ...key.member, ...key })) ?? (await throwHiddenOrNotFound(db, key))
  const namedFile = { ...file, name: file.name + recordingExtensions[file.mediaType], isInline: true }
  return replyWithContent(files, namedFile, headers, ifNoneMatch)
}
