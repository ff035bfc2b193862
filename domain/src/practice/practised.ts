// The songs that were practised at an event, and when members may record them.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import type { EventStatus } from '@gaffer/domain/events/event'
import type { EventType } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { setlistMessages } from '@gaffer/domain/set-lists/set-list-messages'

/** PUT of the practised songs: replaces what was recorded for the event. */
export const PractisedSongsInput = z.strictObject({
  songIds: z.array(Id).check(z.maxLength(limits.songsPerBand, setlistMessages.practisedTooMany)),
})
export type PractisedSongsInput = z.infer<typeof PractisedSongsInput>

/** True for event types that have a practice plan ("what to play") and practised songs. */
export function isPracticeOrRehearsal(type: EventType): boolean {
  return type === 'practice' || type === 'rehearsal'
}

/**
 * Why practised songs cannot be recorded; null if they can.
 *
 * @param today London's date
 */
export function practisedRefusalMessageFor(event: { status: EventStatus; date: string }, today: string): string | null {
  if (event.status === 'cancelled') return setlistMessages.practiceCancelled
  return today < event.date ? setlistMessages.practiceNotYet : null
}
