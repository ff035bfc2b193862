// The uploads of this tab, a few at a time. They continue while the member opens other pages of the app.

import { limits } from '@gaffer/domain/shared/limits'
import { useMemo, useSyncExternalStore } from 'react'
import { getErrorMessage } from '#lib/api-error.ts'
import { uploadFile, type NewUpload } from './upload-file.ts'

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

let shown: readonly ShownUpload[] = []
let lastId = 0
const queued = new Map<number, { upload: QueuedUpload; cancel: AbortController }>()
const listeners = new Set<() => void>()

export function startUpload(upload: QueuedUpload): void {
  lastId += 1
  queued.set(lastId, { upload, cancel: new AbortController() })
  const { target, name } = upload
  set([...shown, { id: lastId, target, name, percent: 0, state: 'waiting', message: null }])
  sendNext()
}

/** Stops the upload and removes it from the list. */
export function cancelUpload(id: number): void {
  queued.get(id)?.cancel.abort()
  remove(id)
}

export function retryUpload(id: number): void {
  change(id, { state: 'waiting', message: null })
  sendNext()
}

/** The uploads for one target, in the order in which they were begun. */
export function useUploads(target: string): readonly ShownUpload[] {
  const all = useSyncExternalStore(onUploadsChange, readUploads, readUploads)
  return useMemo(() => all.filter((upload) => upload.target === target), [all, target])
}

function sendNext(): void {
  const sending = shown.filter(({ state }) => state === 'sending').length
  const next = shown.find(({ state }) => state === 'waiting')
  if (next && sending < limits.uploadsAtOncePerMember) void send(next.id)
}

async function send(id: number): Promise<void> {
  const entry = queued.get(id)
  if (!entry) return
  const { upload, cancel } = entry
  change(id, { state: 'sending' })
  sendNext()
  try {
    const onProgress = (percent: number) => change(id, { percent })
    const uploadId = await uploadFile(upload, { onProgress, signal: cancel.signal })
    change(id, { state: 'storing', percent: 100 })
    sendNext()
    await upload.use(uploadId)
    remove(id)
  } catch (error) {
    // Has no effect for a cancelled upload, which is not in the list any more.
    change(id, { state: 'failed', message: getErrorMessage(error, failedText) })
  } finally {
    sendNext()
  }
}

function change(id: number, changes: Partial<ShownUpload>): void {
  set(shown.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
}

function remove(id: number): void {
  queued.delete(id)
  set(shown.filter((upload) => upload.id !== id))
  sendNext()
}

function readUploads(): readonly ShownUpload[] {
  return shown
}

function onUploadsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: readonly ShownUpload[]): void {
  shown = next
  for (const listener of listeners) listener()
}
