import type { DataChange } from '#lib/invalidation.ts'
import type { EndpointName } from '#lib/request.ts'
import type { NewUpload } from './upload-file.ts'

export type FileToSend = Pick<NewUpload, 'purpose' | 'target'> & {
  bandId: string
  file: File
  /** The request that uses the finished upload, whose id is added to its body. Data instead of a function, so that IndexedDB can store it. */
  use: {
    endpoint: Extract<EndpointName, 'POST /api/bands/:bandId/songs/:songId/charts' | 'POST /api/bands/:bandId/ledger'>
    params: Record<string, string>
    body: object
    idempotencyKey: string
    changes: DataChange['what']
  }
  /** The titles of the toasts; null for none. */
  toasts: { done: string | null; failed: string | null }
}
