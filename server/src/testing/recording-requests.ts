// A valid request for every endpoint of recordings that needs input.

import { fillPath } from '@gaffer/domain/shared/endpoint'
import type { Recording } from '@gaffer/domain/recordings/recording'
import type { AccessFixture, CallerRole, ValidRequestMakers } from './access-roles.ts'
import { createTestSongId } from './band-requests.ts'
import { createTestUpload } from './files.ts'
import { createTestRecording, createWav } from './recordings.ts'
import { targetMembershipRole } from './request-params.ts'

async function createRecordingWithMark(scene: AccessFixture, role: CallerRole): Promise<Recording> {
  const marks = [{ songId: await createTestSongId(scene), atSeconds: 1 }]
  return createTestRecording(scene.callers[targetMembershipRole(role)], scene.band.id, { marks })
}

async function createRecording(scene: AccessFixture, role: CallerRole) {
  const { id } = await createRecordingWithMark(scene, role)
  return { params: { bandId: scene.band.id, recordingId: id } }
}

async function createMark(scene: AccessFixture, role: CallerRole) {
  const { id, marks } = await createRecordingWithMark(scene, role)
  return { params: { bandId: scene.band.id, recordingId: id, markId: String(marks[0]?.id) } }
}

export const validRecordingRequests: ValidRequestMakers = {
  'POST /api/bands/:bandId/recordings': async ({ callers, band }, role) => {
    const upload = { bytes: createWav(), filename: 'Take 3.wav', purpose: 'recording' }
    const { id: uploadId } = await createTestUpload(callers[targetMembershipRole(role)], band.id, upload)
    return { params: { bandId: band.id }, body: { uploadId, agreed: true } }
  },
  'GET /api/bands/:bandId/recordings/:recordingId': createRecording,
  'PATCH /api/bands/:bandId/recordings/:recordingId': async (scene, role) => ({
    ...(await createRecording(scene, role)),
    body: { name: 'Slow take', isKept: true },
  }),
  'DELETE /api/bands/:bandId/recordings/:recordingId': createRecording,
  'POST /api/bands/:bandId/recordings/:recordingId/restore': async (scene, role) => {
    const { params } = await createRecording(scene, role)
    await scene.callers.owner.delete(fillPath('/api/bands/:bandId/recordings/:recordingId', params))
    return { params }
  },
  'POST /api/bands/:bandId/recordings/:recordingId/marks': async (scene, role) => ({
    ...(await createRecording(scene, role)),
    body: { songId: await createTestSongId(scene), atSeconds: 12.5 },
  }),
  'PATCH /api/bands/:bandId/recordings/:recordingId/marks/:markId': async (scene, role) => ({
    ...(await createMark(scene, role)),
    body: { atSeconds: 13 },
  }),
  'DELETE /api/bands/:bandId/recordings/:recordingId/marks/:markId': createMark,
  'GET /api/bands/:bandId/recordings/:recordingId/content': createRecording,
}
