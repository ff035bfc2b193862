// Uploads a file and makes the request that uses it, such as one that adds a chart. A picture taken with the camera is stored on the device
// until it is sent, so that its upload resumes automatically after the page was closed.

import type { QueryClient } from '@tanstack/react-query'
import { createClientId } from '#lib/client-id.ts'
import { invalidateChanges } from '#lib/invalidation.ts'
import { meQueryOptions } from '#lib/me.ts'
import { request } from '#lib/request.ts'
import { runInOneTab } from '#lib/run-in-one-tab.ts'
import { showFailure } from '#lib/show-failure.ts'
import { showToast } from '#ui/toast-store.ts'
import {
  deleteAbandonedPictures,
  deletePicture,
  findPicture,
  listPictures,
  storePicture,
  type CameraPicture,
} from './camera-picture-database.ts'
import type { FileToSend } from './file-to-send.ts'
import { isAlreadySent, startUpload, type QueuedUpload } from './upload-store.ts'

export async function sendFile(client: QueryClient, sending: FileToSend, isFromCamera: boolean): Promise<void> {
  const picture = isFromCamera ? await storeCameraPicture(client, sending).catch(() => null) : null
  // If the device has no room to store the picture, it is uploaded without being stored, like a chosen file.
  await (picture ? sendPicture(client, picture) : startUpload(toUpload(client, sending)))
}

async function storeCameraPicture(
  client: QueryClient,
  { file, ...sending }: FileToSend,
): Promise<CameraPicture | null> {
  const userId = client.getQueryData(meQueryOptions.queryKey)?.user.id
  if (userId === undefined) return null
  const picture = {
    ...sending,
    id: createClientId(),
    userId,
    name: file.name,
    content: await file.arrayBuffer(),
    mime: file.type,
    changedAt: file.lastModified,
    storedAt: Date.now(),
    refusal: null,
  }
  await storePicture(picture)
  return picture
}

/** Resumes the uploads of pictures that were interrupted when the page was closed. */
export async function resumePictures(client: QueryClient, userId: string): Promise<void> {
  await deleteAbandonedPictures(userId)
  await Promise.all((await listPictures(userId)).map((picture) => sendPicture(client, picture)))
}

/** The pictures whose uploads this page has begun: `resumePictures` must not begin one again, which would list a refused picture twice. */
const begunPictureIds = new Set<string>()

async function sendPicture(client: QueryClient, { id }: CameraPicture): Promise<void> {
  if (begunPictureIds.has(id)) return
  begunPictureIds.add(id)
  await runInOneTab(`picture ${id}`, async () => {
    const picture = await findPicture(id)
    // Another tab has sent the picture already.
    if (!picture) return
    const { content, mime, name, changedAt, refusal } = picture
    const file = new File([content], name, { type: mime, lastModified: changedAt })
    await startUpload({
      ...toUpload(client, { ...picture, file }, () => deletePicture(id)),
      idempotencyKey: id,
      refusal,
      onStop: (reason) => (reason === null ? deletePicture(id) : storePicture({ ...picture, refusal: reason })),
    })
  })
}

function toUpload(
  client: QueryClient,
  { bandId, purpose, target, file, use, toasts }: FileToSend,
  onSent?: () => Promise<void>,
): QueuedUpload {
  const { endpoint, params, body, idempotencyKey, changes } = use
  return {
    bandId,
    purpose,
    target,
    file,
    name: file.name,
    use: async (uploadId) => {
      try {
        await request(endpoint, { params, body: { ...body, uploadId }, idempotencyKey } as never)
      } catch (error) {
        if (isAlreadySent(error)) return onSent?.()
        if (toasts.failed) showFailure(error, { title: toasts.failed })
        throw error
      }
      await onSent?.()
      await invalidateChanges(client, [{ bandId, what: changes }])
      if (toasts.done) showToast({ title: toasts.done, text: file.name })
    },
  }
}
