// Backups with the files of the bands, from a folder and from an S3 store, into either of them.

import { randomUUIDv7 } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startFakeS3, type FakeS3 } from '@gaffer/fakes/s3'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openMaintenancePool } from '#platform/db/connection.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import { openFileStore } from '#providers/files/open-file-store.ts'
import { createTestBand, createTestSong } from '#testing/builders.ts'
import { createFileChart } from '#testing/charts.ts'
import { cloneDatabase } from '#testing/clone-database.ts'
import { createTestUpload } from '#testing/files.ts'
import { createTestRecording } from '#testing/recordings.ts'
import { useTestServer } from '#testing/test-server.ts'
import { writeAtomically } from './atomic-file.ts'
import { restoreBackupFile } from './commands.ts'
import { dumpDatabase } from './dump.ts'
import { checkArchive } from './load.ts'

const server = useTestServer()
let folder: string, s3: FakeS3
const stores: FileStore[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gaffer-backup-files-'))
  s3 = await startFakeS3()
})
afterAll(async () => {
  for (const store of stores) store.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

async function openStore(kind: 'folder' | 's3'): Promise<FileStore> {
  const store = await openFileStore({ s3: kind === 's3' ? s3 : null }, join(folder, randomUUIDv7()))
  stores.push(store)
  return store
}

async function backUp(store: FileStore): Promise<{ path: string; files: number; missing: number }> {
  const path = join(folder, `${randomUUIDv7()}.backup`)
  const db = openMaintenancePool(server().database)
  try {
    return { path, ...(await writeAtomically(path, (into) => dumpDatabase(db, into, 'key', store))) }
  } finally {
    await db.end()
  }
}

async function restoreInto(path: string, store: FileStore): Promise<void> {
  const { address, drop } = await cloneDatabase(inject('database'))
  try {
    await checkArchive(createReadStream(path))
    await restoreBackupFile(address, path, undefined, store)
  } finally {
    await drop()
  }
}

test('a backup contains the files in use and counts the missing files, and a restore writes the same bytes into a folder or an S3 store', async () => {
  const { services, createUser } = server()
  const dee = await createUser()
  const { id: bandId } = await createTestBand(dee)
  const { id: songId } = await createTestSong(dee, bandId)
  await createFileChart(dee, { bandId, songId })
  await createTestRecording(dee, bandId)
  await createTestUpload(dee, bandId)
  const rows = await services.db<{ id: string }[]>`select id from files where expires_at is null`
  expect(rows).toHaveLength(2)

  const [there, bucket] = [await openStore('folder'), await openStore('s3')]
  const first = await backUp(services.files)
  expect(first).toMatchObject({ files: 2, missing: 0 })
  await restoreInto(first.path, bucket)
  const second = await backUp(bucket)
  expect(second).toMatchObject({ files: 2, missing: 0 })
  await restoreInto(second.path, there)
  // A restore into a store that has the files already.
  await restoreInto(second.path, bucket)
  for (const { id } of rows) {
    const original = await buffer(await services.files.read(id))
    expect((await buffer(await bucket.read(id))).equals(original)).toBe(true)
    expect((await buffer(await there.read(id))).equals(original)).toBe(true)
  }

  await there.delete(String(rows[0]?.id))
  expect(await backUp(there)).toMatchObject({ files: 1, missing: 1 })
})
