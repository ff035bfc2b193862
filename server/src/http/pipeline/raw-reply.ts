import type { Readable } from 'node:stream'

/** The response of an endpoint that sends a file, a page, a stream or a redirect instead of JSON, or that sets headers. */
export type RawReply = {
  status?: number
  headers: Record<string, string>
  content: string | Buffer | Readable | null
  /** The band that the request joined, for the change notification. */
  joinedBandId?: string | null
}
