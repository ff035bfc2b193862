import { filesApi } from '@gaffer/domain/files/api'
import { requireAdminOrOwner, requireMember, requireSession } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import type { Services } from '#services.ts'
import { createMemberUploadRows } from './band-uploads.ts'
import { deleteFileForGood, readStorage } from './service.ts'
import { listDeletedFiles } from './store.ts'
import { createTus } from './tus.ts'
import { createPieceLimiter, createUploads } from './uploads.ts'
import { createPersonUploadRows } from './zip-uploads.ts'

export function fileRoutes(serve: ServeEndpoint, services: Services): void {
  const [tus, beginPiece] = [createTus(services), createPieceLimiter()]
  const uploads = createUploads(services.db, tus, beginPiece, createMemberUploadRows(services))
  serve(filesApi.readUploadOptions, requireMember, () => uploads.readOptions())
  serve(filesApi.createUpload, requireMember, ({ member, headers, body }) => uploads.create(member, { headers, body }))
  serve(filesApi.readUploadOffset, requireMember, ({ member, params, headers, body }) =>
    uploads.readOffset(member, params.uploadId, { headers, body }),
  )
  serve(filesApi.continueUpload, requireMember, ({ member, params, headers, body }) =>
    uploads.continueUpload(member, params.uploadId, { headers, body }),
  )
  serve(filesApi.cancelUpload, requireMember, ({ member, params }) => uploads.cancel(member, params.uploadId))
  const zips = createUploads(services.db, tus, beginPiece, createPersonUploadRows(services))
  serve(filesApi.readZipUploadOptions, requireSession, () => zips.readOptions())
  serve(filesApi.createZipUpload, requireSession, ({ user, headers, body }) => zips.create(user, { headers, body }))
  serve(filesApi.readZipUploadOffset, requireSession, ({ user, params, headers, body }) =>
    zips.readOffset(user, params.uploadId, { headers, body }),
  )
  serve(filesApi.continueZipUpload, requireSession, ({ user, params, headers, body }) =>
    zips.continueUpload(user, params.uploadId, { headers, body }),
  )
  serve(filesApi.cancelZipUpload, requireSession, ({ user, params }) => zips.cancel(user, params.uploadId))
  serve(filesApi.readStorage, requireMember, ({ services: own, db, member }) => readStorage(own, db, member), {
    isRevalidated: true,
  })
  serve(filesApi.listDeletedFiles, requireAdminOrOwner, ({ db, member }) => listDeletedFiles(db, member))
  serve(filesApi.deleteFileForGood, requireAdminOrOwner, ({ db, member, params }) =>
    deleteFileForGood(db, member, params.fileId),
  )
}
