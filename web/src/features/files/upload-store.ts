// The uploads of this tab, a few at a time. They continue while the member opens other pages of the app.

import { limits } from '@gaffer/domain/shared/limits'
import { useMemo, useSyncExternalStore } from 'react'
import { getErrorMessage } from '#lib/api-error.ts'
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
}

export type QueuedUpload = NewUpload & {
  /** Uses the finished upload, such as to add a chart. If it rejects, the upload's row shows the error. */
  use: (uploadId: string) => Promise<unknown>
}

const failedText = 'The file could not be uploaded'

let shownUploads: readonly ShownUpload[] = []
let lastUploadId = 0
const queuedUploads = new Map<number, { upload: QueuedUpload; cancel: AbortController }>()
const listeners = new Set<() => void>()

export function startUpload(upload: QueuedUpload): void {
  lastUploadId += 1
  queuedUploads.set(lastUploadId, { upload, cancel: new AbortController() })
  const { target, name } = upload
  setUploads([...shownUploads, { id: lastUploadId, target, name, percent: 0, state: 'waiting', message: null }])
  sendNextUpload()
}

/** Stops the upload and removes it from the list. */
export function cancelUpload(id: number): void {
  queuedUploads.get(id)?.cancel.abort()
  removeUpload(id)
}

/** Cancels and forgets the unfinished uploads for bands that the user is no longer in. */
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
  const sending = shownUploads.filter(({ state }) => state === 'sending').length
  const next = shownUploads.find(({ state }) => state === 'waiting')
  if (next && sending < limits.uploadsAtOncePerMember) void sendUpload(next.id)
}

async function sendUpload(id: number): Promise<void> {
  const entry = queuedUploads.get(id)
  if (!entry) return
  const { upload, cancel } = entry
  changeUpload(id, { state: 'sending' })
  sendNextUpload()
  try {
    const onProgress = (percent: number) => changeUpload(id, { percent })
    const uploadId = await uploadFile(upload, { onProgress, signal: cancel.signal })
    changeUpload(id, { state: 'storing', percent: 100 })
    sendNextUpload()
    await upload.use(uploadId)
    removeUpload(id)
  } catch (error) {
    // Has no effect for a cancelled upload, which is not in the list any more.
    changeUpload(id, { state: 'failed', message: getErrorMessage(error, failedText) })
  } finally {
    sendNextUpload()
  }
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
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setUploads(next: readonly ShownUpload[]): void {
  shownUploads = next
  for (const listener of listeners) listener()
}
