// Sends a take: with a length and an index, and then like any file.

import type { QueryClient } from '@tanstack/react-query'
import type { RemuxReply } from './remux-worker.ts'
import { sendRecording } from './send-recording.ts'
import { deleteTake, readTake, storeTake, type Take } from './take-database.ts'

/** The name of the file that a take is sent as. */
export function fileNameOf({ name, mime }: Take): string {
  const extension = mime.includes('mp4') ? 'm4a' : mime.includes('ogg') ? 'ogg' : 'webm'
  return `${name.replaceAll(/[/:]/g, '.')}.${extension}`
}

export async function sendTake(client: QueryClient, take: Take, onSent: () => void): Promise<void> {
  await storeTake({ ...take, isSending: true })
  const file = await withIndex(await readTake(take))
  const { id, bandId, eventId, name, startedAt, seconds, marks } = take
  sendRecording(client, {
    bandId,
    eventId,
    file,
    fileName: fileNameOf(take),
    details: { name, recordedAt: new Date(startedAt).toISOString(), seconds, marks: [...marks] },
    onSent: async () => {
      await deleteTake(id)
      onSent()
    },
  })
}

async function withIndex(take: Blob): Promise<Blob> {
  const worker = new Worker(new URL('./remux-worker.ts', import.meta.url), { type: 'module' })
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    worker.postMessage(take)
    const reply = (await once(worker)) as RemuxReply
    return reply ? new Blob([reply.bytes], { type: reply.mime }) : take
  } finally {
    worker.terminate()
  }
}

/** The first message of the worker; null if it cannot start. */
function once(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
  })
}
