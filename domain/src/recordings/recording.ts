// Recordings of events: sound, with marks where songs begin.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'
import { recordingMessages } from './recording-messages.ts'

/** The types of files that a recording can be. */
export const recordingMediaTypes = [
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/webm',
  'audio/wav',
  'audio/flac',
] as const
export type RecordingMediaType = (typeof recordingMediaTypes)[number]

export const Mark = z.strictObject({ id: Id, songId: Id, atSeconds: z.number() })
export type Mark = z.infer<typeof Mark>

export const Recording = z.strictObject({
  id: Id,
  eventId: z.nullable(Id),
  name: z.string(),
  bytes: z.int(),
  seconds: z.nullable(z.number()),
  mime: z.enum(recordingMediaTypes),
  /** The URL of the file; null for a recording that the operator has hidden. */
  url: z.nullable(z.string()),
  /** The marks in the order of their times. */
  marks: z.array(Mark),
  isKept: z.boolean(),
  /** When the recording will be deleted; null for a recording that is kept. */
  expiresAt: z.nullable(Timestamp),
  recordedAt: Timestamp,
  uploadedBy: z.nullable(Id),
  noteCount: z.int(),
  hasUnreadNotes: z.boolean(),
  version: z.int(),
})
export type Recording = z.infer<typeof Recording>
export type ShownRecording = Recording & { url: string }

/** Whether the recording can be heard: one that the operator has hidden comes without its name, marks and file. */
export function isRecordingShown(recording: Recording): recording is ShownRecording {
  return recording.url !== null
}

export const RecordingSeconds = z
  .number(recordingMessages.secondsWrong)
  .check(
    z.minimum(0, recordingMessages.secondsWrong),
    z.maximum(limits.recordingSeconds, recordingMessages.secondsWrong),
  )
export const RecordingName = createRequiredLineSchema(limits.recordingNameLength, recordingMessages.nameRequired)

/** A new mark, by itself or with its recording. The client may choose `id`; the same id again changes nothing. */
export const MarkInput = z.strictObject({ id: z.optional(Id), songId: Id, atSeconds: RecordingSeconds })
export type ParsedMark = z.output<typeof MarkInput>

export const MarkChangesInput = z.strictObject({ songId: z.optional(Id), atSeconds: z.optional(RecordingSeconds) })
export type MarkChanges = z.output<typeof MarkChangesInput>

/** POST of a recording: a finished upload. `seconds` is used if the file does not contain its length. */
export const RecordingInput = z.strictObject({
  uploadId: Id,
  eventId: z.optional(z.nullable(Id)),
  name: z.optional(RecordingName),
  recordedAt: z.optional(Timestamp),
  seconds: z.optional(z.nullable(RecordingSeconds)),
  marks: z.optional(z.array(MarkInput).check(z.maxLength(limits.marksPerRecording, recordingMessages.marksFull))),
  agreed: z.optional(z.literal(true, recordingMessages.agreementNeeded)),
})
export type ParsedRecording = z.output<typeof RecordingInput>

/** PATCH of a recording. Missing fields stay unchanged. */
export const RecordingChangesInput = z.strictObject({
  name: z.optional(RecordingName),
  isKept: z.optional(z.boolean()),
})
export type RecordingChanges = z.output<typeof RecordingChangesInput>
