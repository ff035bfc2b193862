import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

/** The length of a song or a break in seconds. */
export const DurationSecondsSchema = z
  .int(messages.durationInvalid)
  .check(z.minimum(1, messages.durationInvalid), z.maximum(limits.songSeconds, messages.durationInvalid))
