// Changes to a song of the practice list that the band types itself.

import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { clearableLine, clearableText } from './plain-text.ts'
import { DurationSeconds } from './song-duration.ts'

const tempo = z
  .int(messages.tempoInvalid)
  .check(z.minimum(limits.lowestTempo, messages.tempoInvalid), z.maximum(limits.highestTempo, messages.tempoInvalid))

/** PATCH of a song. Fields left out stay unchanged; null clears one. `tempo` is in beats per minute. */
export const SongChangesInput = z.strictObject({
  durationSeconds: z.optional(z.nullable(DurationSeconds)),
  key: z.optional(clearableLine(limits.songKeyLength)),
  tempo: z.optional(z.nullable(tempo)),
  note: z.optional(clearableText(limits.songNoteLength)),
})
export type SongChangesInput = z.input<typeof SongChangesInput>
export type SongChanges = z.output<typeof SongChangesInput>
