// Uploads a recording and adds it to the band. Before the first recording of a band, asks the member whether everybody agreed to being
// recorded.

import type { QueryClient } from '@tanstack/react-query'
import { isAlreadySent, startUpload } from '#features/files/upload-store.ts'
import { ApiError } from '#lib/api-error.ts'
import { invalidateChanges } from '#lib/invalidation.ts'
import { generateIdempotencyKey, request, type EndpointInput } from '#lib/request.ts'
import { runInOneTab } from '#lib/run-in-one-tab.ts'
import { askForAgreement } from './agreement.ts'
import { stopPlaying } from './player-store.ts'
import type { RemuxReply } from './remux-worker.ts'
import { deleteTake, findTake, listTakesBeingSent, readTake, setTakeSending, type Take } from './take-database.ts'

/** The upload target: uploads are listed at their event, or without an event on the page of the band's recordings. */
export const recordingTarget = ({ bandId, eventId }: { bandId: string; eventId: string | null }) =>
  `recordings of ${eventId ?? bandId}`

type RecordingMetadata = Omit<
  EndpointInput<'POST /api/bands/:bandId/recordings'>['body'],
  'uploadId' | 'eventId' | 'agreed'
>
export type NewRecording = {
  bandId: string
  /** The event; null for a recording that belongs to none. */
  eventId: string | null
  file: Blob
  fileName: string
  details?: RecordingMetadata
  /** Given for a take, whose upload may resume after the page was closed: the key then has to be the same. */
  idempotencyKey?: string
  onSent?: () => Promise<void>
  onStop?: () => Promise<void>
}

/** Resolves once the recording is sent, or its upload is cancelled or refused. */
export function sendRecording(client: QueryClient, recording: NewRecording): Promise<void> {
  const { bandId, eventId, file, fileName, details = {}, onSent, onStop } = recording
  const { idempotencyKey = generateIdempotencyKey() } = recording
  return startUpload({
    bandId,
    purpose: 'recording',
    file,
    name: fileName,
    target: recordingTarget(recording),
    use: async (uploadId) => {
      await addRecording(bandId, { ...details, uploadId, eventId }, idempotencyKey)
      await onSent?.()
      await invalidateChanges(client, [{ bandId, what: 'recordings' }])
    },
    ...(onStop && { onStop }),
  })
}

type RecordingBody = EndpointInput<'POST /api/bands/:bandId/recordings'>['body']

async function addRecording(bandId: string, body: RecordingBody, idempotencyKey: string): Promise<void> {
  const sendRequest = (more: Pick<RecordingBody, 'agreed'>) =>
    request('POST /api/bands/:bandId/recordings', {
      params: { bandId },
      body: { ...body, ...more },
      idempotencyKey,
    })
  try {
    await sendRequest({})
  } catch (error) {
    if (isAlreadySent(error)) return
    const isAgreementNeeded = error instanceof ApiError && error.reply?.issues?.some(({ path }) => path === 'agreed')
    if (!isAgreementNeeded || !(await askForAgreement())) throw error
    await sendRequest({ agreed: true })
  }
}

/** The file name under which a take is uploaded. */
export function fileNameOf({ name, mime }: Take): string {
  const extension = mime.includes('mp4') ? 'm4a' : mime.includes('ogg') ? 'ogg' : 'webm'
  return `${name.replaceAll(/[/:]/g, '.')}.${extension}`
}

/** Uploads a take like a chosen file, after a worker has given it a length and an index. Resolves like `sendRecording`. */
export async function sendTake(client: QueryClient, { id }: Take): Promise<void> {
  await setTakeSending(id, true)
  await resumeTake(client, id)
}

/** Resumes the uploads of takes that were interrupted when the page was closed. */
export async function resumeTakes(client: QueryClient, userId: string): Promise<void> {
  const takes = await listTakesBeingSent(userId)
  await Promise.all(takes.map(({ id }) => resumeTake(client, id)))
}

function resumeTake(client: QueryClient, id: string): Promise<void> {
  return runInOneTab(`take ${id}`, async () => {
    const take = await findTake(id)
    // Another tab has sent the take, or its upload was cancelled or refused in that tab.
    if (!take?.isSending) return
    const { bandId, eventId, name, startedAt, seconds, marks } = take
    await sendRecording(client, {
      bandId,
      eventId,
      file: await makeSeekable(await readTake(take)),
      fileName: fileNameOf(take),
      idempotencyKey: id,
      details: { name, recordedAt: new Date(startedAt).toISOString(), seconds, marks: [...marks] },
      onSent: () => {
        stopPlaying(id)
        return deleteTake(id)
      },
      onStop: () => setTakeSending(id, false),
    })
  })
}

async function makeSeekable(take: Blob): Promise<Blob> {
  const worker = new Worker(new URL('./remux-worker.ts', import.meta.url), { type: 'module' })
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    worker.postMessage(take)
    const reply = (await waitForFirstMessage(worker)) as RemuxReply
    return reply ? new Blob([reply.bytes], { type: reply.mime }) : take
  } finally {
    worker.terminate()
  }
}

/** Resolves to the first message of the worker; to null if the worker fails. */
function waitForFirstMessage(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
  })
}
