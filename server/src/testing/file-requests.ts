// A valid request for every endpoint of files and charts that needs input.

import { fillPath } from '@gaffer/domain/shared/endpoint'
import type { AccessFixture, CallerRole, EndpointRequest, ValidRequestMakers } from './access-roles.ts'
import { createTestSongId } from './band-requests.ts'
import { createFileChart, createTextChart } from './charts.ts'
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

async function aChart(scene: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  const of = { bandId: scene.band.id, songId: await createTestSongId(scene) }
  const { id } = await createTextChart(scene.callers[targetMembershipRole(role)], of)
  return { params: { bandId: of.bandId, chartId: id } }
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
  'GET /api/bands/:bandId/songs/:songId/charts': async (scene) => ({
    params: { bandId: scene.band.id, songId: await createTestSongId(scene) },
  }),
  'POST /api/bands/:bandId/songs/:songId/charts': async (scene) => ({
    params: { bandId: scene.band.id, songId: await createTestSongId(scene) },
    body: { text: '[C]Hello', format: 'chordpro', name: 'Words' },
  }),
  'PATCH /api/bands/:bandId/charts/:chartId': async (scene, role) => ({
    ...(await aChart(scene, role)),
    body: { name: 'In E flat' },
  }),
  'GET /api/bands/:bandId/charts/:chartId/versions': aChart,
  'POST /api/bands/:bandId/charts/:chartId/versions/:version/restore': async (scene, role) => {
    const { params } = await aChart(scene, role)
    return { params: { ...params, version: '1' } }
  },
  'DELETE /api/bands/:bandId/charts/:chartId': aChart,
  'POST /api/bands/:bandId/charts/:chartId/restore': async (scene, role) => {
    const { params } = await aChart(scene, role)
    await scene.callers.owner.delete(fillPath('/api/bands/:bandId/charts/:chartId', params))
    return { params: params ?? {} }
  },
  'GET /api/bands/:bandId/charts/:chartId/content': async (scene) => {
    const of = { bandId: scene.band.id, songId: await createTestSongId(scene) }
    const { id } = await createFileChart(scene.callers.owner, of)
    return { params: { bandId: of.bandId, chartId: id } }
  },
}
