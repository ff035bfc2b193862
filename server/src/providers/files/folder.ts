// Files in a folder. A file with the suffix `.info` beside an upload has its announced length: a shorter upload is unfinished.

import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { append } from './append.ts'
import type { FileStore } from './file-store.ts'
import { diskFullErrorOf, errorCodeOf, storeDownError } from './store-errors.ts'

const infoSuffix = '.info'

export type FolderSettings = {
  folder: string
  /** For files that are being written. On the same file system as `folder`, so that they can be renamed. */
  temporaryFolder: string
}

export function openFolderStore({ folder, temporaryFolder }: FolderSettings): FileStore {
  const pathOf = (id: string) => join(folder, id)
  const uploads = new FolderUploads(folder)
  return {
    uploads,
    async findLength(id) {
      const length = await lengthOf(pathOf(id))
      const announced = await uploads.findAnnouncedLength(id)
      return announced === null || announced === length ? length : null
    },
    async read(id, range) {
      const stream = createReadStream(pathOf(id), range)
      await mapStoreErrors(new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject)))
      return stream
    },
    write: (id, bytes) =>
      mapStoreErrors(async () => {
        const temporary = join(temporaryFolder, id)
        await mkdir(folder, { recursive: true })
        await mkdir(temporaryFolder, { recursive: true })
        try {
          await writeFile(temporary, bytes, { flush: true })
          await rename(temporary, pathOf(id))
          await fsyncFolder(folder)
        } finally {
          await rm(temporary, { force: true })
        }
      }),
    delete: (id) => mapStoreErrors(() => uploads.remove(id)),
    async *list() {
      await mkdir(folder, { recursive: true })
      for await (const { name } of await opendir(folder)) yield name.replace(infoSuffix, '')
    },
    close: () => undefined,
  }
}

class FolderUploads extends DataStore {
  readonly #folder: string
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']

  constructor(folder: string) {
    super()
    this.#folder = folder
  }

  override create(upload: Upload): Promise<Upload> {
    return mapStoreErrors(async () => {
      await mkdir(this.#folder, { recursive: true })
      await writeFile(this.#path(upload.id) + infoSuffix, JSON.stringify({ size: upload.size }), { flush: true })
      // Appends nothing: a repeated request must not empty the file.
      await writeFile(this.#path(upload.id), '', { flag: 'a', flush: true })
      await fsyncFolder(this.#folder)
      return upload
    })
  }

  /** Bytes that arrived before an error stay: the length of the file is the offset from which the client resumes. */
  override write(stream: Readable, id: string, offset: number): Promise<number> {
    return mapStoreErrors(async () => {
      const file = await open(this.#path(id), 'r+')
      try {
        return await append(file, stream, offset)
      } finally {
        // Synced, because the reply, or the next HEAD after a lost connection, acknowledges these bytes.
        await file.datasync().finally(() => file.close())
      }
    })
  }

  override async getUpload(id: string): Promise<Upload> {
    const [size, offset] = await Promise.all([this.findAnnouncedLength(id), lengthOf(this.#path(id))])
    if (size === null || offset === null) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, size, offset, storage: { type: 'file', path: this.#path(id) } })
  }

  override async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true })
    await rm(this.#path(id) + infoSuffix, { force: true })
  }

  async findAnnouncedLength(id: string): Promise<number | null> {
    try {
      return JSON.parse(await readFile(this.#path(id) + infoSuffix, 'utf8')).size
    } catch (error) {
      if (isMissing(error)) return null
      throw storeErrorOf(error)
    }
  }

  #path(id: string): string {
    return join(this.#folder, id)
  }
}

async function lengthOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return null
    throw storeErrorOf(error)
  }
}

/** A new file name survives a power cut only after a sync of its folder. */
async function fsyncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (error: unknown) => errorCodeOf(error) === 'ENOENT'

/** Every error of the file system counts as an unavailable store, even a missing file: the folder may not be mounted. */
function storeErrorOf(error: unknown): unknown {
  const isFileSystemError = error instanceof Error && 'syscall' in error
  return diskFullErrorOf(error) ?? (isFileSystemError ? storeDownError(error) : error)
}

async function mapStoreErrors<T>(work: Promise<T> | (() => Promise<T>)): Promise<T> {
  try {
    return await (typeof work === 'function' ? work() : work)
  } catch (error) {
    throw storeErrorOf(error)
  }
}
