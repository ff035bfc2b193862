// Resumes the uploads that were interrupted when the page was closed: takes, and pictures taken with the camera. Both are stored on this
// device.

import { queryClient } from '#lib/query-client.ts'
import { meQueryOptions } from '#lib/me.ts'
import { resumePictures } from '#features/files/send-file.ts'
import { resumeTakes } from '#features/recordings/send-recording.ts'

export async function resumeUploads(): Promise<void> {
  const userId = queryClient.getQueryData(meQueryOptions.queryKey)?.user.id
  if (userId === undefined) return
  await Promise.all([resumePictures(queryClient, userId), resumeTakes(queryClient, userId)])
}
