import type { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import type { FileStore } from './file-store.ts'

/** Stores a file of `length` bytes as they come, so that its memory does not grow with it. Until all have come, there is no such file. */
export async function writeStream(
  { uploads }: FileStore,
  id: string,
  length: number,
  content: Readable,
): Promise<void> {
  await uploads.create(new Upload({ id, size: length, offset: 0 }))
  await uploads.write(content, id, 0)
}
