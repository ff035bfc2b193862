// Reads the type and length of an uploaded recording. The type comes from the bytes, never from the name or a header.

import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import type { RecordingMediaType } from '@gaffer/domain/recordings/recording'
import { limits } from '@gaffer/domain/shared/limits'
import { refuseUpload, requireFinishedUpload, toFileTitle, type OwnUploadKey } from '#features/files/service.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import type { Services } from '#services.ts'
import { createMediaReader } from './media-reader.ts'

export type RecordingUpload = {
  /** The name of the uploaded file without its extension. */
  name: string
  mediaType: RecordingMediaType
  bytes: number
  seconds: number | null
}

const readMedia = createMediaReader()

/** Reads the upload of a recording. Deletes and refuses an upload that is not a recording. */
export async function readRecordingUpload(services: Services, upload: OwnUploadKey): Promise<RecordingUpload> {
  const { name, bytes } = await requireFinishedUpload(services, upload, 'recording')
  const { userId } = upload.member
  const media = await readRecordingFile(services.files, { id: upload.uploadId, bytes, userId })
  if ('refused' in media) return refuseUpload(services.db, upload, media.refused)
  return { ...media, name: toFileTitle(name, limits.recordingNameLength), bytes }
}

type RecordingFileResult = Pick<RecordingUpload, 'mediaType' | 'seconds'> | { refused: string }

/** Reads the type and length of a stored file from its bytes. */
export async function readRecordingFile(
  files: FileStore,
  { id, bytes, userId }: { id: string; bytes: number; userId: string | null },
): Promise<RecordingFileResult> {
  const media = await readMedia(files, { id, byteLength: bytes, userId })
  if (!('refused' in media)) return { mediaType: media.mime, seconds: media.seconds }
  return { refused: media.refused === 'film' ? recordingMessages.filmRefused : recordingMessages.unsupportedFile }
}
