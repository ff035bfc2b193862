import { bandFileApi } from '@gaffer/domain/band-file/api'
import { limits } from '@gaffer/domain/shared/limits'
import { requireOwner, requireSession } from '#http/guards/guards.ts'
import { contentDisposition } from '#http/pages/content-disposition.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { exportBand, type BandExport } from './export.ts'
import { importBand, preparePictures } from './import.ts'

// A file at its limits takes about 5 s, with pictures of another server longer: each is re-encoded.
const importOptions = {
  largeBody: 'bandFile',
  deadlineMs: 18_000,
  perMinuteInSession: limits.bandFilesPerMinute,
  prepare: preparePictures,
} as const

export function bandFileRoutes(serve: ServeEndpoint): void {
  serve(bandFileApi.exportBand, requireOwner, async ({ db, member }) => fileReply(await exportBand(db, member)), {
    isHeavy: true,
    deadlineMs: 10_000,
  })
  serve(
    bandFileApi.importBand,
    requireSession,
    ({ services, db, user, body, query, pictures }) =>
      importBand(services, db, user, body, { membershipId: query.membershipId ?? null, pictures }),
    importOptions,
  )
}

function fileReply({ bandName, content }: BandExport): RawReply {
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': contentDisposition('attachment', {
        name: bandName,
        extension: 'json',
        defaultName: 'band',
      }),
      'cache-control': 'no-store',
    },
    content,
  }
}
