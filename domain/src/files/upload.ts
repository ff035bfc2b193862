// Uploads by tus 1.0.0: what a file is for decides how large it may be.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'
import { fileMessages } from './file-messages.ts'

const uploadPurposes = ['chart', 'recording', 'receipt'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

/** Bytes of the largest file of each purpose. */
export const maxUploadBytes: Record<UploadPurpose, number> = {
  chart: limits.chartBytes,
  recording: limits.recordingBytes,
  receipt: limits.receiptBytes,
}

/** The keys of `Upload-Metadata`. Other keys are ignored: clients of tus send keys of their own. */
export const UploadMetadata = z.object({
  filename: createRequiredLineSchema(limits.fileNameLength, fileMessages.fileNameMissing),
  purpose: z.enum(uploadPurposes, fileMessages.purposeUnknown),
})
export type UploadMetadata = z.output<typeof UploadMetadata>

/** The metadata of an upload for no band: a zip of a whole band to import. */
export const ZipMetadata = z.object({
  filename: UploadMetadata.shape.filename,
  purpose: z.literal('band', fileMessages.purposeNotBand),
})

/** Bytes of the largest zip of a band: the band's storage, and room for its other data. */
export function maxZipBytes(bandStorageBytes: number): number {
  return bandStorageBytes + limits.zipBytesBesideFiles
}

/** The storage that a band's files use, and its limit. */
export const Storage = z.strictObject({ usedBytes: z.int(), limitBytes: z.int() })
export type Storage = z.infer<typeof Storage>

/** A deleted chart or recording, which uses storage while it can be restored. `id` is that of the chart or recording. */
export const DeletedFile = z.strictObject({
  id: Id,
  kind: z.enum(['chart', 'recording']),
  /** The name of the chart or recording; null if the operator has hidden it. */
  name: z.nullable(z.string()),
  /** The bytes of all its versions. */
  bytes: z.int(),
  deletedAt: Timestamp,
})
export type DeletedFile = z.infer<typeof DeletedFile>
