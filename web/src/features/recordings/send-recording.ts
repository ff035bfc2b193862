// Uploads a recording and adds it to its event. The first of a band asks the member whether everybody agreed.

import type { QueryClient } from '@tanstack/react-query'
import { startUpload } from '#features/files/upload-store.ts'
import { ApiError } from '#lib/api-error.ts'
import { invalidateChanges } from '#lib/invalidation.ts'
import { generateIdempotencyKey, request, type EndpointInput } from '#lib/request.ts'
import { askAgreement } from './agreement.ts'

/** Where the uploads are shown: at their event, or with the recordings of the band. */
export const recordingTarget = ({ bandId, eventId }: { bandId: string; eventId: string | null }) =>
  `recordings of ${eventId ?? bandId}`

type Details = Omit<EndpointInput<'POST /api/bands/:bandId/recordings'>['body'], 'uploadId' | 'eventId' | 'agreed'>
export type NewRecording = {
  bandId: string
  /** Null for a recording of no event. */
  eventId: string | null
  file: Blob
  fileName: string
  details?: Details
  onSent?: () => Promise<void>
}

export function sendRecording(client: QueryClient, recording: NewRecording): void {
  const { bandId, eventId, file, fileName, details = {}, onSent } = recording
  startUpload({
    bandId,
    purpose: 'recording',
    file,
    name: fileName,
    target: recordingTarget(recording),
    use: async (uploadId) => {
      await addRecording(bandId, { ...details, uploadId, eventId })
      await onSent?.()
      await invalidateChanges(client, [{ bandId, what: 'recordings' }])
    },
  })
}

type Body = EndpointInput<'POST /api/bands/:bandId/recordings'>['body']

async function addRecording(bandId: string, body: Body): Promise<void> {
  const add = (more: Pick<Body, 'agreed'>) =>
    request('POST /api/bands/:bandId/recordings', {
      params: { bandId },
      body: { ...body, ...more },
      idempotencyKey: generateIdempotencyKey(),
    })
  try {
    await add({})
  } catch (error) {
    const needsAgreement = error instanceof ApiError && error.reply?.issues?.some(({ path }) => path === 'agreed')
    if (!needsAgreement || !(await askAgreement())) throw error
    await add({ agreed: true })
  }
}
