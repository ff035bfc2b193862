// Compares the rows of files with the bytes in the store.

import { join } from 'node:path'
import { openFolderStore } from '../../server/src/providers/files/folder.ts'
import { openS3Store } from '../../server/src/providers/files/s3.ts'
import type { ServerUnderTest } from './server-under-test.ts'

type FileRow = { id: string; bytes: number; isInUse: boolean }

/** Finds rows without their bytes, and bytes without a row. Correct only while nothing is written. */
export async function compareRowsWithBytes({ folder, s3, withDatabase }: ServerUnderTest): Promise<string[]> {
  const temporaryFolder = join(folder, 'chaos-tmp')
  const store = s3
    ? openS3Store(s3, temporaryFolder)
    : openFolderStore({ folder: join(folder, 'files'), temporaryFolder })
  try {
    const stored = new Set<string>()
    for await (const id of store.list()) stored.add(id)
    const [rows, deleted] = await withDatabase(async (db) => [
      await db<FileRow[]>`select id, bytes::float8 as bytes, expires_at is null as "isInUse" from files`,
      await db<{ id: string }[]>`select id from deleted_files`,
    ])
    const known = new Set([...rows, ...deleted].map(({ id }) => id))
    const lengths = await Promise.all(
      rows
        .filter(({ isInUse }) => isInUse)
        .map(async ({ id, bytes }) => ({ id, bytes, found: await store.findLength(id) })),
    )
    return [
      ...lengths
        .filter(({ bytes, found }) => bytes !== found)
        .map(({ id, bytes, found }) => `The file ${id} has ${found ?? 'no'} bytes of ${bytes}`),
      ...[...stored].filter((id) => !known.has(id)).map((id) => `The bytes of ${id} have no row`),
    ]
  } finally {
    store.close()
  }
}
