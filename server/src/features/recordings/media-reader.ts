// Reads the tracks and the length of a sound file in a worker thread, which bounds the memory and the time that a crafted file takes.

import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import type { RecordingMediaType } from '@gaffer/domain/recordings/recording'
import { AppError } from '@gaffer/domain/shared/app-error'
import { messages } from '@gaffer/domain/shared/messages'
import { createFairQueue } from '#providers/fair-queue.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import { createUserConcurrencyLimiter } from '#platform/user-concurrency-limiter.ts'
import { createWorkerEnvironment } from '#providers/worker-environment.ts'

/** The type and length of a file. `seconds` is null if the length is 0, over `limits.recordingSeconds` or cannot be read. */
export type Media = { mime: RecordingMediaType; seconds: number | null } | { refused: 'unsupported' | 'film' }

/** The messages of the worker: a range of bytes that it needs, what the tracks are, and at the end how long the sound is. */
export type MediaWorkerMessage =
  | { kind: 'read'; id: number; start: number; end: number }
  | { kind: 'tracks'; media: Media }
  | { kind: 'end'; seconds: number | null }

/** The messages to the worker: the size of the file to read, and the bytes that it requested. */
export type MediaWorkerOrder =
  | { kind: 'file'; byteLength: number }
  | { kind: 'bytes'; id: number; bytes: Uint8Array<ArrayBuffer> }

type StoredFile = { id: string; byteLength: number }
/** `userId` is null for work that no user waits for. */
type FileOfUser = StoredFile & { userId: string | null }

const workerUrl = new URL('./media-worker.ts', import.meta.url)

/**
 * Makes a function that reads one file at a time. Users take turns: the slow files of one delay another by one file. If a file takes longer
 * than `timeoutMs` or more memory than `memoryMb`, its length is null or the file is refused, and the next file gets a new worker. The
 * worker exits after `idleMs` without a file.
 */
export function createMediaReader({ timeoutMs = 12_000, memoryMb = 96, maxQueued = 16, idleMs = 10_000 } = {}) {
  const queue = createFairQueue(1)
  const beginWait = createUserConcurrencyLimiter(
    maxQueued,
    () => new AppError('too_many_requests', messages.tooMany, { retryAfterSeconds: 5 }),
  )
  let idleWorker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined

  return async (files: FileStore, { userId, ...file }: FileOfUser): Promise<Media> => {
    const key = userId ?? ''
    const endWait = beginWait(key)
    const leave = await queue.acquire(key)
    try {
      return await readFile(files, file)
    } finally {
      leave?.()
      endWait()
    }
  }

  function readFile(files: FileStore, file: StoredFile): Promise<Media> {
    clearTimeout(idleTimer)
    const worker = idleWorker ?? startWorker(memoryMb)
    // Set again only after the last message of the worker: a worker that ended or took too long is not reused.
    idleWorker = undefined
    let media: Media = { refused: 'unsupported' }
    let hasBegun = false
    /** The start of each read that waits for the store, by the id of the read. */
    const readStarts = new Map<number, number>()
    const isStoreSlow = () => [...readStarts.values()].some((began) => performance.now() - began > timeoutMs / 2)
    return new Promise<Media>((resolve, reject) => {
      // If the worker fails or times out after its first message, the file is the cause: resolves with `media` so far. Rejects if the worker
      // sent nothing, and if the store is slow and the tracks are not known yet: a later attempt may then succeed.
      const settle = () => {
        if (hasBegun && !('refused' in media && isStoreSlow())) resolve(media)
        else reject(new AppError('unavailable', fileMessages.storeDown, { retryAfterSeconds: 5 }))
      }
      const timeout = setTimeout(settle, timeoutMs)
      worker.once('error', settle).once('exit', settle)
      worker.on('message', (message: MediaWorkerMessage) => {
        hasBegun = true
        if (message.kind === 'read') {
          readStarts.set(message.id, performance.now())
          return void sendBytes(worker, files, file, message)
            .finally(() => readStarts.delete(message.id))
            .catch(reject)
        }
        if (message.kind === 'tracks') return void (media = message.media)
        if ('mime' in media) media = { ...media, seconds: message.seconds }
        idleWorker = worker
        clearTimeout(timeout)
        return resolve(media)
      })
      postToWorker(worker, { kind: 'file', byteLength: file.byteLength })
    }).finally(() => {
      worker.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error')
      // An `error` event without a listener would crash the server.
      worker.on('error', () => undefined)
      if (worker === idleWorker) idleTimer = setTimeout(stopIdleWorker, idleMs).unref()
      else void worker.terminate()
    })
  }

  function stopIdleWorker(): void {
    void idleWorker?.terminate()
    idleWorker = undefined
  }
}

function postToWorker(worker: Worker, order: MediaWorkerOrder, transferred: ArrayBuffer[] = []): void {
  worker.postMessage(order, transferred)
}

type Range = { id: number; start: number; end: number }

async function sendBytes(worker: Worker, files: FileStore, file: StoredFile, { id, start, end }: Range): Promise<void> {
  const bytes = new Uint8Array(await buffer(await files.read(file.id, { start, end: end - 1 })))
  postToWorker(worker, { kind: 'bytes', id, bytes }, [bytes.buffer])
}

/** Starts a worker that does not keep the server process alive. */
function startWorker(memoryMb: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 }
  const worker = new Worker(workerUrl, { env: createWorkerEnvironment(), resourceLimits })
  worker.unref()
  return worker
}
