import type { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import type { FileStore } from './file-store.ts'

/** Stores a file of `length` bytes as they arrive, so that memory does not grow with it. The file exists once all bytes have arrived. */
export async function writeStream(
  { uploads }: FileStore,
  id: string,
  length: number,
  content: Readable,
): Promise<void> {
  await uploads.create(new Upload({ id, size: length, offset: 0 }))
  await uploads.write(content, id, 0)
}
