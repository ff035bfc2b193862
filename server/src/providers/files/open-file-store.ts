import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import type { FileStore } from './file-store.ts'
import { openFolderStore } from './folder.ts'

/**
 * The configured store. The owner of the data folder deletes temporary files of an earlier process; programs that run beside it pass
 * `isOwner: false`. Folders are made with the first file.
 */
export async function openFileStore(
  { s3 }: Pick<Config, 's3'>,
  dataDir: string,
  { isOwner = true } = {},
): Promise<FileStore> {
  const temporaryFolder = join(dataDir, 'tmp')
  if (isOwner) await rm(temporaryFolder, { recursive: true, force: true })
  if (!s3) return openFolderStore({ folder: join(dataDir, 'files'), temporaryFolder })
  const { openS3Store } = await import('./s3.ts')
  return openS3Store(s3, temporaryFolder)
}
