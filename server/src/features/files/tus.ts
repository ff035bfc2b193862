// Adapter to @tus/server, which implements the upload protocol tus. The adapter passes on requests whose caller, headers and limits the
// pipeline has checked, and turns errors of @tus/server into errors of the API.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { Server } from '@tus/server'
import { AppError, type AppErrorCode } from '@gaffer/domain/shared/app-error'
import { fileMessages } from '@gaffer/domain/files/file-messages'
import { maxUploadBytes, maxZipBytes } from '@gaffer/domain/files/upload'
import { databaseUnavailableError } from '#platform/db/errors.ts'
import { notFoundError } from '#platform/refusals.ts'
import { drainRequestBody } from '#http/pipeline/read-body.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import type { Services } from '#services.ts'
import { createUploadLocker } from './upload-locks.ts'

export type TusRequest = {
  method: 'OPTIONS' | 'POST' | 'HEAD' | 'PATCH'
  /** The path of the upload, which ends with its id. */
  path: string
  headers: IncomingHttpHeaders
  body: unknown
}
export type Tus = (request: TusRequest) => Promise<RawReply>

/** Milliseconds after which the request that holds a lock ends, once another request waits for it. */
const lockDrainMs = 1000
const requestHeaders = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'content-type',
  'content-length',
]
const replyHeaders = ['tus-version', 'tus-extension', 'tus-max-size', 'upload-offset', 'upload-length', 'location']

export function createTus(services: Pick<Services, 'files' | 'locks' | 'pubsub' | 'config'>): Tus {
  /** The error of each failed request, because the response of @tus/server has only a status and a text. */
  const failures = new WeakMap<object, unknown>()
  const server = new Server({
    path: '/',
    datastore: services.files.uploads,
    locker: createUploadLocker(services),
    lockDrainTimeout: lockDrainMs,
    maxSize: Math.max(...Object.values(maxUploadBytes), maxZipBytes(services.config.bandStorageBytes)),
    namingFunction: ({ url }) => url.slice(url.lastIndexOf('/') + 1),
    generateUrl: ({ url }) => new URL(url).pathname,
    onResponseError: (request, error) => void failures.set(request, error),
  })
  return async (request) => {
    const piece = request.body instanceof Readable ? openPiece(request.body as IncomingMessage) : null
    const web = toWebRequest(request, piece)
    const { status, headers } = await server.handleWeb(web).finally(() => piece?.end())
    if (status >= 400) throw toAppError(failures.get(web), status)
    const kept = replyHeaders.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return { status, headers: Object.fromEntries(kept), content: null }
  }
}

type Piece = { stream: Readable; end(): void }

/** Pipes the body through a stream of its own. Ending this stream leaves the connection open for the reply. */
function openPiece(body: IncomingMessage): Piece {
  const stream = new PassThrough()
  const destroyIfUnfinished = () => {
    if (!body.readableEnded) stream.destroy(new Error('The connection was lost'))
  }
  body.once('error', destroyIfUnfinished).once('close', destroyIfUnfinished).pipe(stream)
  const end = () => {
    body.unpipe(stream)
    stream.destroy()
    // Reads the rest of the body: a client that is still sending does not read the reply.
    drainRequestBody(body)
  }
  return { stream, end }
}

function toWebRequest({ method, path, headers }: TusRequest, piece: Piece | null): Request {
  const kept = requestHeaders.flatMap((name): [string, string][] => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  const body = piece && (Readable.toWeb(piece.stream) as ReadableStream<Uint8Array<ArrayBuffer>>)
  return new Request(`http://uploads${path}`, {
    method,
    headers: kept,
    ...(body && { body, duplex: 'half' }),
  } as RequestInit)
}

const refusalByStatus: Record<number, [AppErrorCode, string]> = {
  400: ['invalid_input', fileMessages.uploadBroken],
  403: ['invalid_input', fileMessages.pieceNotBytes],
  409: ['conflict', fileMessages.offsetConflict],
  413: ['too_large', fileMessages.pieceTooLarge],
}

function toAppError(failure: unknown, status: number): unknown {
  if (failure instanceof AppError) return failure
  if (status === 404 || status === 410) return notFoundError()
  const refusal = refusalByStatus[status]
  if (refusal) return new AppError(...refusal)
  return failure instanceof Error ? failure : databaseUnavailableError()
}
