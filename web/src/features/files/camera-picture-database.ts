// The IndexedDB of pictures that were taken with the camera and are not sent yet: unlike a chosen file, they cannot be chosen again after the
// page was closed.

import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { FileToSend } from './file-to-send.ts'
import type { UploadRefusal } from './upload-store.ts'

export type CameraPicture = Omit<FileToSend, 'file'> & {
  id: string
  userId: string
  name: string
  content: ArrayBuffer
  mime: string
  /** The file's `lastModified`: an interrupted upload resumes only with a file that has the same value. */
  changedAt: number
  /** The time at which the picture was stored, in epoch ms. */
  storedAt: number
  /** The reason why the server refused the picture, or null. A refused picture waits until the member sends it again or removes it. */
  refusal: UploadRefusal | null
}

interface PictureDatabase extends DBSchema {
  pictures: { key: string; value: CameraPicture }
}

/** After this time, refused pictures and those of other accounts are deleted: their user may never return. */
const abandonedPictureMaxAgeMs = 14 * 86_400_000

let databasePromise: Promise<IDBPDatabase<PictureDatabase>> | undefined

function openDatabase(): Promise<IDBPDatabase<PictureDatabase>> {
  databasePromise ??= openDB<PictureDatabase>('gaffer-pictures', 1, {
    upgrade(db) {
      db.createObjectStore('pictures', { keyPath: 'id' })
    },
    terminated: () => (databasePromise = undefined),
  }).catch((error: unknown) => {
    databasePromise = undefined
    throw error
  })
  return databasePromise
}

export async function storePicture(picture: CameraPicture): Promise<void> {
  await (await openDatabase()).put('pictures', picture)
}

export async function findPicture(id: string): Promise<CameraPicture | null> {
  return (await (await openDatabase()).get('pictures', id)) ?? null
}

/** The user's pictures, oldest first. */
export async function listPictures(userId: string): Promise<CameraPicture[]> {
  const pictures = await (await openDatabase()).getAll('pictures')
  return pictures.filter((picture) => picture.userId === userId).toSorted((a, b) => a.storedAt - b.storedAt)
}

export async function deletePicture(id: string): Promise<void> {
  await (await openDatabase()).delete('pictures', id)
}

export async function deleteAbandonedPictures(userId: string): Promise<void> {
  const pictures = await (await openDatabase()).getAll('pictures')
  const abandonedPictures = pictures.filter(
    (picture) =>
      picture.storedAt < Date.now() - abandonedPictureMaxAgeMs &&
      (picture.userId !== userId || picture.refusal !== null),
  )
  await Promise.all(abandonedPictures.map(({ id }) => deletePicture(id)))
}
