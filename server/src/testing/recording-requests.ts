// A valid request for every endpoint of recordings that needs input.

import { fillPath } from '@gaffer/domain/shared/endpoint'
import type { Recording } from '@gaffer/domain/recordings/recording'
import type { AccessFixture, CallerRole, ValidRequestMakers } from './access-roles.ts'
import { createTestSongId } from './band-requests.ts'
import { createTestUpload } from './files.ts'
import { createTestRecording, createWav } from './recordings.ts'
import { targetMembershipRole } from './request-params.ts'

async function createRecordingWithMark(fixture: AccessFixture, role: CallerRole): Promise<Recording> {
  const marks = [{ songId: await createTestSongId(fixture), atSeconds: 1 }]
  return createTestRecording(fixture.callers[targetMembershipRole(role)], fixture.band.id, { marks })
}

async function createRecording(fixture: AccessFixture, role: CallerRole) {
  const { id } = await createRecordingWithMark(fixture, role)
  return { params: { bandId: fixture.band.id, recordingId: id } }
}

async function createMark(fixture: AccessFixture, role: CallerRole) {
  const { id, marks } = await createRecordingWithMark(fixture, role)
  return { params: { bandId: fixture.band.id, recordingId: id, markId: String(marks[0]?.id) } }
}

export const validRecordingRequests: ValidRequestMakers = {
  'POST /api/bands/:bandId/recordings': async ({ callers, band }, role) => {
    const upload = { bytes: createWav(), filename: 'Take 3.wav', purpose: 'recording' }
    const { id: uploadId } = await createTestUpload(callers[targetMembershipRole(role)], band.id, upload)
    return { params: { bandId: band.id }, body: { uploadId, agreed: true } }
  },
  'GET /api/bands/:bandId/recordings/:recordingId': createRecording,
  'PATCH /api/bands/:bandId/recordings/:recordingId': async (fixture, role) => ({
    ...(await createRecording(fixture, role)),
    body: { name: 'Slow take', isKept: true },
  }),
  'DELETE /api/bands/:bandId/recordings/:recordingId': createRecording,
  'POST /api/bands/:bandId/recordings/:recordingId/restore': async (fixture, role) => {
    const { params } = await createRecording(fixture, role)
    await fixture.callers.owner.delete(fillPath('/api/bands/:bandId/recordings/:recordingId', params))
    return { params }
  },
  'POST /api/bands/:bandId/recordings/:recordingId/marks': async (fixture, role) => ({
    ...(await createRecording(fixture, role)),
    body: { songId: await createTestSongId(fixture), atSeconds: 12.5 },
  }),
  'PATCH /api/bands/:bandId/recordings/:recordingId/marks/:markId': async (fixture, role) => ({
    ...(await createMark(fixture, role)),
    body: { atSeconds: 13 },
  }),
  'DELETE /api/bands/:bandId/recordings/:recordingId/marks/:markId': createMark,
  'GET /api/bands/:bandId/recordings/:recordingId/content': createRecording,
}
