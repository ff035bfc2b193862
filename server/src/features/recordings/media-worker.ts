// Entry point of the worker thread that media-reader.ts starts.

import { parentPort } from 'node:worker_threads'
import { CustomSource, FLAC, Input, MP3, MP4, OGG, WAVE, WEBM, type InputFormat } from 'mediabunny'
import type { RecordingMediaType } from '@gaffer/domain/recordings/recording'
import { limits } from '@gaffer/domain/shared/limits'
import type { Media, MediaWorkerMessage, MediaWorkerOrder } from './media-reader.ts'

const mediaTypes = new Map<InputFormat, RecordingMediaType>([
  [MP4, 'audio/mp4'],
  [MP3, 'audio/mpeg'],
  [OGG, 'audio/ogg'],
  [WEBM, 'audio/webm'],
  [WAVE, 'audio/wav'],
  [FLAC, 'audio/flac'],
])

const pendingReads = new Map<number, (bytes: Uint8Array<ArrayBuffer>) => void>()
let lastRequest = 0
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const sendToReader = (message: MediaWorkerMessage) => parentPort?.postMessage(message)

parentPort?.on('message', (order: MediaWorkerOrder) => {
  if (order.kind === 'file') return void readFile(order.byteLength)
  pendingReads.get(order.id)?.(order.bytes)
  return pendingReads.delete(order.id)
})

async function readFile(byteLength: number): Promise<void> {
  const input = new Input({
    formats: [...mediaTypes.keys()],
    source: new CustomSource({
      getSize: () => byteLength,
      read: (start, end) =>
        new Promise<Uint8Array>((resolve) => {
          lastRequest += 1
          pendingReads.set(lastRequest, resolve)
          sendToReader({ kind: 'read', id: lastRequest, start, end })
        }),
      prefetchProfile: 'fileSystem',
    }),
  })
  try {
    const media = await readTracks(input)
    sendToReader({ kind: 'tracks', media })
    sendToReader({ kind: 'end', seconds: 'mime' in media ? await readDurationSeconds(input) : null })
  } catch {
    // The media reader keeps the type if the tracks were sent before; otherwise it refuses the file.
    sendToReader({ kind: 'end', seconds: null })
  } finally {
    input.dispose()
  }
}

async function readTracks(input: Input): Promise<Media> {
  if (!(await input.canRead())) return { refused: 'unsupported' }
  const mime = mediaTypes.get(await input.getFormat())
  const types = new Set((await input.getTracks()).map(({ type }) => type))
  if (types.has('video')) return { refused: 'film' }
  return mime && types.has('audio') ? { mime, seconds: null } : { refused: 'unsupported' }
}

async function readDurationSeconds(input: Input): Promise<number | null> {
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
  return seconds > 0 && seconds <= limits.recordingSeconds ? Math.round(seconds * 1000) / 1000 : null
}
