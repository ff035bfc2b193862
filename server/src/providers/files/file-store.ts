// The store of files' bytes: a folder, or an S3-compatible store. A file never changes: new content gets a new id.

import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

/** The first and the last byte, both included. */
export type ByteRange = { start: number; end: number }

/** A store that is down rejects with `unavailable`, a full disk with `storage_full`. */
export type FileStore = {
  /** Where @tus/server writes uploads. A finished upload is a file with the same id. */
  uploads: DataStore
  /** The length of a file; null when there is none, or its upload is unfinished. */
  findLength(id: string): Promise<number | null>
  /** Rejects when there is no such file. */
  read(id: string, range?: ByteRange): Promise<Readable>
  /** Writes a file atomically: it is stored as a whole or not at all. */
  write(id: string, bytes: Uint8Array): Promise<void>
  /** Deletes a file, or ends an upload. Does nothing when there is neither. */
  delete(id: string): Promise<void>
  /** The ids of all files and uploads of which anything is stored. An id may come several times. */
  list(): AsyncIterable<string>
  close(): void
}
