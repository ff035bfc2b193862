import { bandFileApi } from '@gaffer/domain/band-file/api'
import { limits } from '@gaffer/domain/shared/limits'
import { requireOwner, requireSession } from '#http/guards/guards.ts'
import { formatContentDisposition } from '#http/pages/content-disposition.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import type { Db } from '#platform/db/connection.ts'
import type { Services } from '#services.ts'
import { exportBand, type BandExport } from './export.ts'
import { exportZip } from './export-zip.ts'
import { importBand, preparePictures } from './import.ts'
import { readImport, requireOwnZip, startImport } from './import-zip.ts'

// The deadline is long: a file at its limits takes about 5 s, and longer with pictures from another server, which are re-encoded.
const importOptions = {
  largeBody: 'bandFile',
  deadlineMs: 18_000,
  perMinuteInSession: limits.bandFilesPerMinute,
  prepare: prepareImport,
} as const

type ImportCall = { services: Services; db: Db; userId: string; body: unknown }

async function prepareImport({ services, db, userId, body }: ImportCall) {
  const { uploadId } = body as { uploadId?: string }
  if (uploadId === undefined) return preparePictures({ db, userId, body })
  await requireOwnZip(services, userId, { uploadId })
  return { pictures: new Map() }
}

export function bandFileRoutes(serve: ServeEndpoint): void {
  serve(
    bandFileApi.exportBand,
    requireOwner,
    async ({ db, member }) => createFileReply(await exportBand(db, member), 'json'),
    {
      isHeavy: true,
      deadlineMs: 10_000,
    },
  )
  serve(
    bandFileApi.exportZip,
    requireOwner,
    async ({ services, db, member }) => createFileReply(await exportZip(services, db, member), 'zip'),
    { isHeavy: true },
  )
  serve(
    bandFileApi.importBand,
    requireSession,
    ({ services, db, user, body, query: { membershipId = null }, pictures }) =>
      'uploadId' in body
        ? startImport(services, db, user, { uploadId: body.uploadId, membershipId })
        : importBand(services, db, user, body, { membershipId, pictures }),
    importOptions,
  )
  serve(bandFileApi.readImport, requireSession, ({ db, user, params }) => readImport(db, user, params.importId))
}

const contentTypes = { json: 'application/json; charset=utf-8', zip: 'application/zip' }

function createFileReply({ bandName, content }: BandExport, extension: keyof typeof contentTypes): RawReply {
  return {
    headers: {
      'content-type': contentTypes[extension],
      'content-disposition': formatContentDisposition('attachment', { name: bandName, extension, defaultName: 'band' }),
      'cache-control': 'no-store',
    },
    content,
  }
}
