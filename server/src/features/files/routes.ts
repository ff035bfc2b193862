import { filesApi } from '@gaffer/domain/files/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import type { Services } from '#services.ts'
import { createUploads, readStorage } from './service.ts'
import { createTus } from './tus.ts'

export function fileRoutes(serve: ServeEndpoint, services: Services): void {
  const uploads = createUploads(services, createTus(services))
  serve(filesApi.readUploadOptions, requireMember, () => uploads.readOptions())
  serve(filesApi.createUpload, requireMember, ({ member, headers, body }) => uploads.create(member, { headers, body }))
  serve(filesApi.readUploadOffset, requireMember, ({ member, params, headers, body }) =>
    uploads.readOffset(member, params.uploadId, { headers, body }),
  )
  serve(filesApi.continueUpload, requireMember, ({ member, params, headers, body }) =>
    uploads.continueUpload(member, params.uploadId, { headers, body }),
  )
  serve(filesApi.cancelUpload, requireMember, ({ member, params }) => uploads.cancel(member, params.uploadId))
  serve(filesApi.readStorage, requireMember, ({ services: own, db, member }) => readStorage(own, db, member), {
    isRevalidated: true,
  })
}
