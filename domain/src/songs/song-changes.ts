// The editable details of a song on the practice list.

import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { createClearableLineSchema, createClearableTextSchema } from '@gaffer/domain/shared/plain-text'
import { DurationSecondsSchema } from './song-duration.ts'

const tempo = z
  .int(messages.tempoInvalid)
  .check(z.minimum(limits.lowestTempo, messages.tempoInvalid), z.maximum(limits.highestTempo, messages.tempoInvalid))

/** Schemas of a song's editable details. `tempo` is in beats per minute. */
export const songDetailSchemas = {
  durationSeconds: z.nullable(DurationSecondsSchema),
  key: createClearableLineSchema(limits.songKeyLength),
  tempo: z.nullable(tempo),
  note: createClearableTextSchema(limits.songNoteLength),
}

/** PATCH of a song. Fields left out stay unchanged; null clears one. */
export const SongChangesInput = z.partial(z.strictObject(songDetailSchemas))
export type SongChangesInput = z.input<typeof SongChangesInput>
export type SongChanges = z.output<typeof SongChangesInput>
