// A valid request for every endpoint of files and charts that needs input.

import type { AccessFixture, CallerRole, EndpointRequest, ValidRequestMakers } from './access-roles.ts'
import { beginUpload, createTestUpload, pieceHeaders, tusHeaders, uploadMetadata } from './files.ts'
import { targetMembershipRole } from './request-params.ts'

const bytes = Buffer.from('%PDF-1.4 a file of a test')

/** An upload of the role's member; for roles outside the band the owner's. */
async function aFinishedUpload({ callers, band }: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  const { id } = await createTestUpload(callers[targetMembershipRole(role)], band.id, { bytes })
  return { params: { bandId: band.id, uploadId: id }, headers: tusHeaders }
}

async function aBegunUpload({ callers, band }: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  const { headers } = await beginUpload(callers[targetMembershipRole(role)], band.id, { length: bytes.length })
  const uploadId = String(headers.get('location')).split('/').at(-1) as string
  return { params: { bandId: band.id, uploadId }, headers: { ...pieceHeaders, 'upload-offset': '0' }, body: bytes }
}

export const validFileRequests: ValidRequestMakers = {
  'POST /api/bands/:bandId/uploads': ({ band }) => ({
    params: { bandId: band.id },
    headers: { ...pieceHeaders, 'upload-length': String(bytes.length), 'upload-metadata': uploadMetadata({}) },
    body: bytes,
  }),
  'HEAD /api/bands/:bandId/uploads/:uploadId': aFinishedUpload,
  'PATCH /api/bands/:bandId/uploads/:uploadId': aBegunUpload,
  'DELETE /api/bands/:bandId/uploads/:uploadId': aFinishedUpload,
}
