// Sends the uploads of this tab, a few at a time. They continue while the member opens other pages of the app.

import { limits } from '@gaffer/domain/shared/limits'
import { useMemo, useSyncExternalStore } from 'react'
import { ApiError, getErrorMessage, hasErrorCode, NetworkError } from '#lib/api-error.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { onConnectionChange, probeServer, readConnectionState } from '#lib/connection.ts'
import { forgetUploadsOfLeftBands, uploadFile, type NewUpload } from './upload-file.ts'

/** A `waiting` upload is queued behind others. `storing` means that the file is uploaded, and `use` runs. */
type UploadState = 'waiting' | 'sending' | 'storing' | 'failed'

export type ShownUpload = {
  id: number
  target: string
  name: string
  percent: number
  state: UploadState
  /** The reason of the failure; null in other states. */
  message: string | null
  canRetry: boolean
}

/** `canRetry` is false if the server refuses every upload of this file: it is too large, or of a type that the server does not accept. */
export type UploadRefusal = { message: string; canRetry: boolean }

export type QueuedUpload = Omit<NewUpload, 'idempotencyKey'> & {
  /** Given for an upload that goes on after the page was closed; others get a new key. */
  idempotencyKey?: string
  /** Uses the finished upload, such as to add a chart. If it rejects, the upload's row shows the error. */
  use: (uploadId: string) => Promise<unknown>
  /**
   * Runs when the member cancels the upload (`refusal` is null), or when it is refused: it must not resume automatically after the page was
   * closed.
   */
  onStop?: (refusal: UploadRefusal | null) => Promise<void>
  /** The reason why the upload was refused before the page was closed. The upload then waits until the member presses Try again. */
  refusal?: UploadRefusal | null
}

type QueueEntry = {
  upload: QueuedUpload & NewUpload
  abortController: AbortController
  /** Resolves the promise of `startUpload`. */
  onEnd: () => void
  /** Whether the upload failed because there was no connection. It is retried once the server can be reached again. */
  waitsForConnection: boolean
}

const uploadFailedText = 'The file could not be uploaded'

let shownUploads: readonly ShownUpload[] = []
let lastUploadId = 0
const queuedUploads = new Map<number, QueueEntry>()
const uploadListeners = new Set<() => void>()

onConnectionChange(() => {
  if (readConnectionState().isLost) return
  for (const [id, { waitsForConnection }] of queuedUploads) if (waitsForConnection) retryUpload(id)
})

/** Resolves once the upload is finished, cancelled or refused, and `onStop` has run. A refused upload stays in the list. */
export function startUpload(upload: QueuedUpload): Promise<void> {
  const { target, name, refusal = null } = upload
  const state = refusal === null ? 'waiting' : 'failed'
  const { message, canRetry } = refusal ?? { message: null, canRetry: true }
  return new Promise((onEnd) => {
    lastUploadId += 1
    queuedUploads.set(lastUploadId, {
      upload: { ...upload, idempotencyKey: upload.idempotencyKey ?? generateIdempotencyKey() },
      abortController: new AbortController(),
      onEnd,
      waitsForConnection: false,
    })
    setUploads([...shownUploads, { id: lastUploadId, target, name, percent: 0, state, message, canRetry }])
    sendNextUpload()
  })
}

/** Stops the upload and removes it from the list. */
export function cancelUpload(id: number): void {
  const entry = queuedUploads.get(id)
  entry?.abortController.abort()
  removeUpload(id)
  void stopUpload(entry, null)
}

/** Cancels the uploads of this tab for bands that the user is no longer in, and deletes the stored URLs of unfinished uploads. */
export function dropUploadsOfLeftBands(bandIds: readonly string[]): void {
  for (const [id, { upload }] of queuedUploads)
    if (upload.bandId !== null && !bandIds.includes(upload.bandId)) cancelUpload(id)
  forgetUploadsOfLeftBands(bandIds)
}

export function retryUpload(id: number): void {
  changeUpload(id, { state: 'waiting', message: null })
  sendNextUpload()
}

/** The uploads for one target, in the order in which they were begun. */
export function useUploads(target: string): readonly ShownUpload[] {
  const all = useSyncExternalStore(onUploadsChange, readUploads, readUploads)
  return useMemo(() => all.filter((upload) => upload.target === target), [all, target])
}

function sendNextUpload(): void {
  const sendingCount = shownUploads.filter(({ state }) => state === 'sending').length
  const next = shownUploads.find(({ state }) => state === 'waiting')
  if (next && sendingCount < limits.uploadsAtOncePerMember) void sendUpload(next.id)
}

async function sendUpload(id: number): Promise<void> {
  const entry = queuedUploads.get(id)
  if (!entry) return
  const { upload, abortController } = entry
  entry.waitsForConnection = false
  changeUpload(id, { state: 'sending' })
  sendNextUpload()
  try {
    const onProgress = (percent: number) => changeUpload(id, { percent })
    const uploadId = await uploadFile(upload, { onProgress, signal: abortController.signal })
    changeUpload(id, { state: 'storing', percent: 100 })
    sendNextUpload()
    await upload.use(uploadId)
    removeUpload(id)
    entry.onEnd()
  } catch (error) {
    // `changeUpload` has no effect on a cancelled upload, which is no longer in the list.
    const refusal = {
      message: getErrorMessage(error, uploadFailedText),
      canRetry: !hasErrorCode(error, 'too_large', 'unsupported_file'),
    }
    changeUpload(id, { state: 'failed', ...refusal })
    if (isPermanentRefusal(error)) await stopUpload(entry, refusal)
    entry.waitsForConnection = error instanceof NetworkError
    // Probes the server, because only a failed probe sets the connection state to lost.
    if (entry.waitsForConnection) void probeServer()
  } finally {
    sendNextUpload()
  }
}

async function stopUpload(entry: QueueEntry | undefined, refusal: UploadRefusal | null): Promise<void> {
  await entry?.upload.onStop?.(refusal)
  entry?.onEnd()
}

/**
 * Whether an earlier request with the same idempotency key has used the file, and only its response was lost. The server then refuses the
 * key, because the file was uploaded again and has a new upload id.
 */
export function isAlreadySent(error: unknown): boolean {
  return hasErrorCode(error, 'idempotency_key_reused')
}

/** Whether the same upload would be refused again later: there was a response, and no outage, rate limit or ended session. */
function isPermanentRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError && !hasErrorCode(error, 'failed', 'unavailable', 'too_many_requests', 'not_signed_in')
  )
}

function changeUpload(id: number, changes: Partial<ShownUpload>): void {
  setUploads(shownUploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
}

function removeUpload(id: number): void {
  queuedUploads.delete(id)
  setUploads(shownUploads.filter((upload) => upload.id !== id))
  sendNextUpload()
}

function readUploads(): readonly ShownUpload[] {
  return shownUploads
}

function onUploadsChange(listener: () => void): () => void {
  uploadListeners.add(listener)
  return () => uploadListeners.delete(listener)
}

function setUploads(next: readonly ShownUpload[]): void {
  shownUploads = next
  for (const listener of uploadListeners) listener()
}
