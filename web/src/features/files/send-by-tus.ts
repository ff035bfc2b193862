// Uploads a file by the tus protocol. Imported on demand, so that the tus client is a separate chunk.

import { limits } from '@gaffer/domain/shared/limits'
import { Upload, type DetailedError, type HttpRequest, type HttpResponse } from 'tus-js-client'
import { ApiError, NetworkError } from '#lib/api-error.ts'
import { generateIdempotencyKey } from '#lib/request.ts'

type TusUpload = {
  endpoint: string
  /** The URL of an unfinished upload to resume; null to begin a new one. */
  address: string | null
  /** The key of the request that begins the upload: the server begins one upload for it, also if the response was lost. */
  idempotencyKey: string
  file: Blob
  metadata: Record<string, string>
  onAddress: (address: string) => void
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/** The wait before each retry, about ten minutes in all. Any progress starts the list again. */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000, ...Array.from({ length: 40 }, () => 15_000)]
/** The upload is restarted after this time without progress, because phones do not notice every lost connection. */
const stallTimeoutMs = 60_000

/** Uploads the file; resolves to the URL of the finished upload. */
export function sendByTus(sending: TusUpload): Promise<string> {
  const { endpoint, address, file, metadata, onAddress, onProgress, signal } = sending
  // If the server does not have the upload at `address` any more, the tus client begins another one. The server would answer the key of the
  // first one with 404.
  const key = address === null ? sending.idempotencyKey : generateIdempotencyKey()
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      uploadUrl: address,
      metadata,
      chunkSize: limits.uploadPieceBytes,
      retryDelays: retryDelaysMs,
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        if (request.getMethod() === 'POST') request.setHeader('Idempotency-Key', key)
      },
      onAfterResponse: throwIfRefused,
      onShouldRetry: ({ causingError, originalRequest }) =>
        isWorthRetrying(causingError, originalRequest?.getMethod() ?? ''),
      onUploadUrlAvailable: () => onAddress(upload.url ?? ''),
      onProgress: (sent, total) => {
        restartLater()
        onProgress(Math.floor((100 * sent) / total))
      },
      onSuccess: () => endUpload(() => resolve(upload.url ?? '')),
      onError: (error) => endUpload(() => reject(toApiOrNetworkError(error))),
    })
    let stallTimer: ReturnType<typeof setTimeout> | undefined

    function restartLater(): void {
      clearTimeout(stallTimer)
      stallTimer = setTimeout(() => {
        restartLater()
        void upload.abort().then(() => upload.start())
      }, stallTimeoutMs)
    }

    function endUpload(settle: () => void): void {
      clearTimeout(stallTimer)
      signal.removeEventListener('abort', cancelUpload)
      settle()
    }

    function cancelUpload(): void {
      endUpload(() => reject(signal.reason as Error))
      // Deletes the upload on the server. If that fails, the upload expires there.
      void upload.abort(true).catch(() => undefined)
    }

    signal.addEventListener('abort', cancelUpload)
    restartLater()
    upload.start()
  })
}

/** Throws ApiError for an error response, except for an unknown upload (404 or 410 on HEAD): the tus client then begins a new upload. */
function throwIfRefused(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus()
  const isUnknown = request.getMethod() === 'HEAD' && (status === 404 || status === 410)
  if (status < 400 || isUnknown) return
  throw new ApiError(status, '', response.getBody(), response.getHeader('Retry-After') ?? null)
}

/** Whether a retry may succeed: after a network error, a 5xx other than 507, and for a begun upload (not POST) also after 409 and 429. */
export function isWorthRetrying(error: unknown, method: string): boolean {
  if (!(error instanceof ApiError)) return true
  const { status } = error
  if (status === 409 || status === 429) return method !== 'POST'
  return status >= 500 && status !== 507
}

function toApiOrNetworkError(error: Error | DetailedError): Error {
  const cause = 'causingError' in error ? error.causingError : null
  return cause instanceof ApiError ? cause : new NetworkError(error)
}
