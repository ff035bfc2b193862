// A valid request for every endpoint of files and charts that needs input.

import { fillPath } from '@gaffer/domain/shared/endpoint'
import type { AccessFixture, CallerRole, EndpointRequest, ValidRequestMakers } from './access-roles.ts'
import { createTestSongId } from './band-requests.ts'
import { createFileChart, createTextChart, penStroke } from './charts.ts'
import { beginUpload, createTestUpload, pieceHeaders, tusHeaders, uploadMetadata } from './files.ts'
import { targetMembershipRole } from './request-params.ts'
import { beginImport, beginZipUpload, uploadZip } from './zips.ts'

const bytes = Buffer.from('%PDF-1.4 a file of a test')

/** An upload of the role's member; for roles outside the band the owner's. */
async function createFinishedUpload({ callers, band }: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  const { id } = await createTestUpload(callers[targetMembershipRole(role)], band.id, { bytes })
  return { params: { bandId: band.id, uploadId: id }, headers: tusHeaders }
}

async function createBegunUpload({ callers, band }: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  const { headers } = await beginUpload(callers[targetMembershipRole(role)], band.id, { length: bytes.length })
  const uploadId = String(headers.get('location')).split('/').at(-1) as string
  return { params: { bandId: band.id, uploadId }, headers: { ...pieceHeaders, 'upload-offset': '0' }, body: bytes }
}

async function createChart(fixture: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  const of = { bandId: fixture.band.id, songId: await createTestSongId(fixture) }
  const { id } = await createTextChart(fixture.callers[targetMembershipRole(role)], of)
  return { params: { bandId: of.bandId, chartId: id } }
}

async function createFinishedZip({ callers }: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  return { params: { uploadId: await uploadZip(callers[toSignedInRole(role)], bytes) }, headers: tusHeaders }
}

async function createBegunZip({ callers }: AccessFixture, role: CallerRole): Promise<EndpointRequest> {
  const { headers } = await beginZipUpload(callers[toSignedInRole(role)], { length: bytes.length })
  const uploadId = String(headers.get('location')).split('/').at(-1) as string
  return { params: { uploadId }, headers: { ...pieceHeaders, 'upload-offset': '0' }, body: bytes }
}

const toSignedInRole = (role: CallerRole) => (role === 'nobody' ? 'owner' : role)

export const validFileRequests: ValidRequestMakers = {
  'POST /api/bands/:bandId/uploads': ({ band }) => ({
    params: { bandId: band.id },
    headers: { ...pieceHeaders, 'upload-length': String(bytes.length), 'upload-metadata': uploadMetadata({}) },
    body: bytes,
  }),
  'POST /api/me/uploads': () => ({
    headers: {
      ...pieceHeaders,
      'upload-length': String(bytes.length),
      'upload-metadata': uploadMetadata({ filename: 'Foxes.zip', purpose: 'band' }),
    },
    body: bytes,
  }),
  'HEAD /api/me/uploads/:uploadId': createFinishedZip,
  'PATCH /api/me/uploads/:uploadId': createBegunZip,
  'DELETE /api/me/uploads/:uploadId': createFinishedZip,
  'GET /api/me/imports/:importId': async ({ callers }, role) => {
    const caller = callers[toSignedInRole(role)]
    return { params: { importId: await beginImport(caller, await uploadZip(caller, bytes)) } }
  },
  'HEAD /api/bands/:bandId/uploads/:uploadId': createFinishedUpload,
  'PATCH /api/bands/:bandId/uploads/:uploadId': createBegunUpload,
  'DELETE /api/bands/:bandId/uploads/:uploadId': createFinishedUpload,
  'DELETE /api/bands/:bandId/storage/deleted/:fileId': async (fixture) => {
    const { callers, band } = fixture
    const { id } = await createFileChart(callers.owner, { bandId: band.id, songId: await createTestSongId(fixture) })
    await callers.owner.delete(`/api/bands/${band.id}/charts/${id}`)
    return { params: { bandId: band.id, fileId: id } }
  },
  'GET /api/bands/:bandId/songs/:songId/charts': async (fixture) => ({
    params: { bandId: fixture.band.id, songId: await createTestSongId(fixture) },
  }),
  'POST /api/bands/:bandId/songs/:songId/charts': async (fixture) => ({
    params: { bandId: fixture.band.id, songId: await createTestSongId(fixture) },
    body: { text: '[C]Hello', format: 'chordpro', name: 'Words' },
  }),
  'PATCH /api/bands/:bandId/charts/:chartId': async (fixture, role) => ({
    ...(await createChart(fixture, role)),
    body: { name: 'In E flat' },
  }),
  'GET /api/bands/:bandId/charts/:chartId/versions': createChart,
  'POST /api/bands/:bandId/charts/:chartId/versions/:version/restore': async (fixture, role) => {
    const { params } = await createChart(fixture, role)
    return { params: { ...params, version: '1' } }
  },
  'DELETE /api/bands/:bandId/charts/:chartId': createChart,
  'POST /api/bands/:bandId/charts/:chartId/restore': async (fixture, role) => {
    const { params } = await createChart(fixture, role)
    await fixture.callers.owner.delete(fillPath('/api/bands/:bandId/charts/:chartId', params))
    return { params: params ?? {} }
  },
  'GET /api/bands/:bandId/charts/:chartId/content': async (fixture) => {
    const of = { bandId: fixture.band.id, songId: await createTestSongId(fixture) }
    const { id } = await createFileChart(fixture.callers.owner, of)
    return { params: { bandId: of.bandId, chartId: id } }
  },
  'GET /api/bands/:bandId/charts/:chartId': createChart,
  'GET /api/bands/:bandId/charts/:chartId/markup': createChart,
  'PUT /api/bands/:bandId/charts/:chartId/markup': async (fixture, role) => ({
    ...(await createChart(fixture, role)),
    body: { isShared: true, chartVersion: 1, pages: [{ page: 1, strokes: [penStroke] }] },
  }),
}
