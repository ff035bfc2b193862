import * as z from 'zod/mini'
import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'

/** The length of a song or a break in seconds. */
export const DurationSecondsSchema = z
  .int(messages.durationInvalid)
  .check(z.minimum(1, messages.durationInvalid), z.maximum(limits.songSeconds, messages.durationInvalid))
