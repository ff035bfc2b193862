// Imports of zips: their state and progress, and the files that they stored.

import * as z from 'zod/mini'
import { BandImport } from '@gaffer/domain/band-file/api'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { command, hasRow, literal, optionalRow, sql } from '#platform/db/statement.ts'

type ImportKey = { userId: string; importId: string }

const isOwnImport = sql`i.user_id = $userId and i.id = $importId`
/** SQL condition: the import is marked as running although its zip has expired. It is shown as failed. */
const isAbandoned = sql`i.state = 'running' and i.created_at < $now - make_interval(hours => ${literal(limits.uploadHours)})`

export const findImport = optionalRow(
  BandImport,
  sql<ImportKey>`
    select case when ${isAbandoned} then 'failed' else i.state end as state, i.percent, i.loaded_band as "bandId",
      case when ${isAbandoned} then ${literal(bandFileMessages.zipNotLoaded)} else i.message end as message
    from band_imports i where ${isOwnImport}`,
)

export const insertImport = command(
  sql<ImportKey & { uploadId: string; membershipId: string | null }>`
    insert into band_imports (user_id, id, upload_id, member_in_file, state, created_at)
    values ($userId, $importId, $uploadId, $membershipId, 'running', $now)`,
)

/**
 * Begins an attempt of a running import; undefined when it is not running. Files that an earlier attempt stored are deleted. `bytes` is
 * the length of the zip, null when the zip is gone.
 */
export const beginImport = optionalRow(
  z.strictObject({ uploadId: Id, bytes: z.nullable(z.number()), membershipId: z.nullable(Id) }),
  sql<ImportKey>`
    with earlier as (select i.file_ids from band_imports i where ${isOwnImport} and i.state = 'running' for update),
    deleted as (
      insert into deleted_files (id) select unnest(file_ids) from earlier on conflict do nothing),
    begun as (
      update band_imports i set file_ids = '{}', percent = 0, message = null from earlier where ${isOwnImport} returning i.*)
    select b.upload_id as "uploadId", u.bytes::float8, b.member_in_file as "membershipId"
    from begun b left join zip_uploads u on u.user_id = b.user_id and u.id = b.upload_id`,
)

/**
 * Records files of an import. Call it before their bytes are written, so that a failed import can delete them. Returns false when the import
 * is not running any more.
 */
export const addFilesOfImport = hasRow(
  sql<ImportKey & { fileIds: readonly string[] }>`
    update band_imports i set file_ids = file_ids || $fileIds::uuid[] where ${isOwnImport} and i.state = 'running' returning 1`,
)

export const updatePercent = command(
  sql<ImportKey & { percent: number }>`
    update band_imports i set percent = $percent where ${isOwnImport} and i.state = 'running'`,
)

/** Stores the reason why a running import waits for the next attempt of its job. */
export const storeWaitMessage = command(
  sql<ImportKey & { message: string }>`
    update band_imports i set message = $message where ${isOwnImport} and i.state = 'running'`,
)

/** Ends a successful import, and deletes stored files that the band does not use. Returns false when the import is not running any more. */
export const completeImport = hasRow(
  sql<ImportKey & { bandId: string }>`
    with unused as (
      insert into deleted_files (id)
      select f.id from band_imports i, unnest(i.file_ids) f (id)
      where ${isOwnImport} and not exists (select from files own where own.band_id = $bandId and own.id = f.id)
      on conflict do nothing)
    update band_imports i set state = 'done', percent = 100, loaded_band = $bandId, file_ids = '{}'
    where ${isOwnImport} and i.state = 'running' returning 1`,
)

/** Marks an import as failed. The files that the import stored are deleted. */
export const failImport = command(
  sql<ImportKey & { message: string }>`
    with deleted as (
      insert into deleted_files (id) select unnest(i.file_ids) from band_imports i where ${isOwnImport} on conflict do nothing)
    update band_imports i set state = 'failed', message = $message, file_ids = '{}'
    where ${isOwnImport} and i.state = 'running'`,
)
