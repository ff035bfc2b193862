import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import { songMessages } from './song-messages.ts'

/** The length of a song or a break in seconds. */
export const DurationSecondsSchema = z
  .int(songMessages.durationInvalid)
  .check(z.minimum(1, songMessages.durationInvalid), z.maximum(limits.songSeconds, songMessages.durationInvalid))
