// Not in answer.ts, so that pages do not download Zod for this rule.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventEnd } from '@gaffer/domain/events/event-times'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import type { Span } from '@gaffer/domain/shared/span'

/** Why members cannot answer the event now, as a sentence; null if they can. */
export function answerRefusalMessageFor(event: Span & Pick<CalendarEntry, 'status'>, now: Date): string | null {
  if (event.status === 'cancelled') return eventMessages.answerCancelled
  return eventEnd(event) <= now.getTime() ? eventMessages.answerOver : null
}
