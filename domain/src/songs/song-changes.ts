import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import { songMessages } from './song-messages.ts'
import { createClearableLineSchema, createClearableTextSchema } from '@gaffer/domain/shared/plain-text'
import { DurationSecondsSchema } from './song-duration.ts'

const Tempo = z
  .int(songMessages.tempoInvalid)
  .check(
    z.minimum(limits.lowestTempo, songMessages.tempoInvalid),
    z.maximum(limits.highestTempo, songMessages.tempoInvalid),
  )

/** Schemas of a song's editable details. `tempo` is in beats per minute. */
export const songDetailSchemas = {
  durationSeconds: z.nullable(DurationSecondsSchema),
  key: createClearableLineSchema(limits.songKeyLength),
  tempo: z.nullable(Tempo),
  note: createClearableTextSchema(limits.songNoteLength),
  writers: createClearableLineSchema(limits.writersLength),
  isOwn: z.boolean(),
}

/** PATCH of a song. Fields left out stay unchanged; null clears a field. */
export const SongChangesInput = z.partial(z.strictObject(songDetailSchemas))
export type SongChangesInput = z.input<typeof SongChangesInput>
export type SongChanges = z.output<typeof SongChangesInput>
