import type { Readable } from 'node:stream'

/** The response of an endpoint that does not answer with JSON, or sets headers. */
export type RawReply = {
  status?: number
  headers: Record<string, string>
  content: string | Buffer | Readable | null
  /** The band that the request joined, for the change notification. */
  joinedBandId?: string | null
}
