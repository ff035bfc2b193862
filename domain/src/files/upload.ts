// Uploads by tus 1.0.0: what a file is for decides how large it may be.

import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import { createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'
import { fileMessages } from './file-messages.ts'

const uploadPurposes = ['chart', 'recording', 'receipt'] as const
export type UploadPurpose = (typeof uploadPurposes)[number]

/** Bytes of the largest file of each purpose. */
export const largestUploads: Record<UploadPurpose, number> = {
  chart: limits.chartBytes,
  recording: limits.recordingBytes,
  receipt: limits.receiptBytes,
}

/** The keys of `Upload-Metadata`. Others are ignored: clients of tus send keys of their own. */
export const UploadMetadata = z.object({
  filename: createRequiredLineSchema(limits.fileNameLength, fileMessages.fileNameMissing),
  purpose: z.enum(uploadPurposes, fileMessages.purposeUnknown),
})
export type UploadMetadata = z.output<typeof UploadMetadata>

/** What the files of a band take, and what they may. */
export const Storage = z.strictObject({ usedBytes: z.int(), limitBytes: z.int() })
export type Storage = z.infer<typeof Storage>
