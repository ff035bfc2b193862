import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { limits } from '@gaffer/domain/shared/limits'
import { Storage } from './upload.ts'

export const filesApi = {
  readUploadOptions: defineEndpoint({
    method: 'OPTIONS',
    path: '/api/bands/:bandId/uploads',
    summary: 'Get the version and the extensions of the upload protocol, tus 1.0.0',
    status: 204,
    tus: true,
  }),
  createUpload: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/uploads',
    summary: `Begin an upload of Upload-Length bytes; Upload-Metadata names filename and purpose (chart, recording, receipt). It is deleted after ${limits.uploadHours} hours unless something uses it`,
    body: z.optional(z.unknown()),
    status: 201,
    tus: true,
    changes: 'nothing',
    errors: ['storage_full'],
  }),
  readUploadOffset: defineEndpoint({
    method: 'HEAD',
    path: '/api/bands/:bandId/uploads/:uploadId',
    summary: "Get how many bytes of the caller's upload have arrived; all of them once it is finished",
    status: 200,
    tus: true,
  }),
  continueUpload: defineEndpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/uploads/:uploadId',
    summary: `Send the next piece of an upload, up to ${limits.uploadPieceBytes / limits.megabyte} MB, from Upload-Offset on`,
    body: z.optional(z.unknown()),
    status: 204,
    tus: true,
    changes: 'nothing',
    errors: ['conflict', 'storage_full'],
  }),
  cancelUpload: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/uploads/:uploadId',
    summary: 'Cancel an upload and delete its bytes',
    status: 204,
    tus: true,
    changes: 'nothing',
  }),
  readStorage: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/storage',
    offline: true,
    summary:
      "Get what the band's files take: all versions, deleted files until their bytes go, and uploads at their announced length",
    status: 200,
    response: Storage,
  }),
}
