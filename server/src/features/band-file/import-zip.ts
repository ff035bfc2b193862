// Makes a band from an uploaded zip, as a job: checks the zip, stores the bytes of its files, and then makes all rows in one transaction.
// No member sees the band before the commit. The files that a failed attempt stored are deleted.

import { randomUUIDv7 } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BandImport } from '@gaffer/domain/band-file/api'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { maxZipBytes } from '@gaffer/domain/files/upload'
import { AppError } from '@gaffer/domain/shared/app-error'
import { dropZip, requireFinishedZip, markZipUsed } from '#features/files/zip-uploads.ts'
import { announceChange } from '#http/live/live.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import { AbandonedJobError, type QueueDefinition } from '#platform/jobs.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { Services } from '#services.ts'
import {
  addFilesOfImport,
  beginImport,
  completeImport,
  failImport,
  findImport,
  insertImport,
  storeWaitMessage,
  updatePercent,
} from './band-import-store.ts'
import { importBand, preparePictures, type Importer } from './import.ts'
import { readZipContents, readFilesOfZip } from './zip-contents.ts'
import { openZip, RefusedZipError } from './zip-reader.ts'

type ImportKey = { userId: string; importId: string }

export const importZipJob: QueueDefinition<ImportKey> = {
  name: 'import-zip',
  workers: 1,
  batchSize: 1,
  longestSeconds: 3 * 3600,
}

type NewImport = { uploadId: string; membershipId: string | null }

/**
 * Throws AppError unless the caller has uploaded this zip completely. Runs before the transaction, which must not wait for the file store.
 */
export function requireOwnZip(services: Services, userId: string, { uploadId }: { uploadId: string }): Promise<void> {
  return requireFinishedZip(services, { userId, uploadId })
}

export function startImport(
  { jobs }: Services,
  db: Db,
  { userId }: Importer,
  { uploadId, membershipId }: NewImport,
): Promise<{ importId: string }> {
  return inTransaction(db, async (tx) => {
    const importId = randomUUIDv7()
    await markZipUsed(tx, { userId, uploadId })
    await insertImport(tx, { userId, importId, uploadId, membershipId })
    await jobs.add(tx, importZipJob, { userId, importId })
    return { importId }
  })
}

export async function readImport(db: Db, { userId }: Importer, importId: string): Promise<BandImport> {
  return orNotFound(await findImport(db, { userId, importId }))
}

/**
 * Handler of `importZipJob`. A refused zip or an unexpected error ends the import with a message for the member. After a temporary error
 * the job is retried.
 */
export async function runImport(services: Services, key: ImportKey): Promise<void> {
  const lock = await services.locks.tryAcquire(`import ${key.importId}`, () => undefined)
  if (!lock) throw new AbandonedJobError('Another server is running this import')
  try {
    await attemptImport(services, key)
  } finally {
    await lock.release()
  }
}

async function attemptImport(services: Services, key: ImportKey): Promise<void> {
  const { db, log } = services
  const begun = await beginImport(db, key)
  if (!begun) return
  const { uploadId, bytes, membershipId } = begun
  try {
    if (bytes === null) throw new RefusedZipError(bandFileMessages.zipNotLoaded)
    await importBandOfZip(services, key, { uploadId, bytes, membershipId })
  } catch (error) {
    if (isStoreDown(error)) await storeWaitMessage(db, { ...key, message: bandFileMessages.zipWaits })
    // The queue retries an abandoned job for longer than a failed one.
    if (isTemporary(error)) throw new AbandonedJobError('The zip could not be read for now', { cause: error })
    if (!(error instanceof RefusedZipError || error instanceof AppError)) {
      log.error({ err: error, importId: key.importId }, 'A zip could not be loaded')
    }
    await failImportAndDropZip(services, { ...key, uploadId, message: selectFailureMessage(error) })
  }
}

function failImportAndDropZip(
  { db }: Services,
  failed: ImportKey & { uploadId: string; message: string },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await failImport(tx, failed)
    await dropZip(tx, failed)
  })
}

/** Marks an import as failed after the last retry of its job, for example because the store of files stayed down. */
export async function endFailedImport(services: Services, key: ImportKey): Promise<void> {
  const running = await beginImport(services.db, key)
  if (!running) return
  await failImportAndDropZip(services, { ...key, uploadId: running.uploadId, message: bandFileMessages.zipNotLoaded })
}

function isStoreDown(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable'
}

function isTemporary(error: unknown): boolean {
  return isStoreDown(error) || error instanceof AbandonedJobError || isDatabaseUnavailable(error)
}

function selectFailureMessage(error: unknown): string {
  if (error instanceof RefusedZipError) return error.message
  if (!(error instanceof AppError)) return bandFileMessages.zipNotLoaded
  const path = error.issues?.[0]?.path
  return path ? bandFileMessages.zipPlace(path, error.message) : error.message
}

async function importBandOfZip(services: Services, key: ImportKey, zip: NewImport & { bytes: number }): Promise<void> {
  const { db, files, config, ending } = services
  const { uploadId, bytes, membershipId } = zip
  const opened = await openZip({ files, id: uploadId, bytes }, maxZipBytes(config.bandStorageBytes))
  try {
    const contents = await readZipContents(opened, config.bandStorageBytes)
    const imported = await readFilesOfZip(services, opened, contents, {
      addIds: async (fileIds) => {
        if (!(await addFilesOfImport(db, { ...key, fileIds }))) throw new AbandonedJobError('The import is gone')
      },
      onProgress: createPercentWriter(db, key),
      async beforeEach() {
        await nextTurn()
        if (ending.aborted) throw new AbandonedJobError('The server is stopping')
      },
    })
    const { bandFile } = contents
    const { pictures } = await preparePictures({ db, userId: key.userId, body: bandFile })
    await inTransaction(db, async (tx) => {
      const options = { membershipId, pictures, files: imported }
      const { id: bandId } = await importBand(services, tx, key, bandFile, options)
      if (!(await completeImport(tx, { ...key, bandId }))) throw new AbandonedJobError('The import is gone')
      await dropZip(tx, { userId: key.userId, uploadId })
      await announceChange(tx, { bandId, what: 'members' })
    })
  } finally {
    opened.close()
  }
}

/** The percentage that is shown when all files are stored. The insertion of the rows makes the remaining 10. */
const percentAfterFiles = 90
const percentIntervalMs = 500

function createPercentWriter(db: Db, key: ImportKey): (share: number) => Promise<void> {
  let [written, at] = [0, performance.now()]
  return async (share) => {
    const percent = Math.floor(share * percentAfterFiles)
    if (percent === written || performance.now() - at < percentIntervalMs) return
    ;[written, at] = [percent, performance.now()]
    await updatePercent(db, { ...key, percent })
  }
}
