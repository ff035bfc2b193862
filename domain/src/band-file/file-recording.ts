// A recording in a band file, which has no sound: only the import of a zip loads recordings.

import * as z from 'zod/mini'
import { RecordingName, RecordingSeconds } from '@gaffer/domain/recordings/recording'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'

export const FileRecording = z.strictObject({
  id: Id,
  eventId: z.nullable(Id),
  name: RecordingName,
  bytes: z.int(),
  seconds: z.nullable(RecordingSeconds),
  recordedAt: Timestamp,
  createdAt: Timestamp,
  isKept: z.boolean(),
  uploadedByMembershipId: z.nullable(Id),
  marks: z
    .array(z.strictObject({ songId: Id, atSeconds: RecordingSeconds }))
    .check(z.maxLength(limits.marksPerRecording, recordingMessages.marksFull)),
})
export type FileRecording = z.output<typeof FileRecording>
