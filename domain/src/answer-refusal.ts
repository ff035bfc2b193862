// When events take answers. Without schemas, which would make every page heavier.

import { londonWallClock } from './dates.ts'
import type { Event } from './event.ts'
import { messages } from './messages.ts'
import { spanInterval, wallMinute, type Span } from './span.ts'

/** Why the event takes no answers now, as a sentence; null if it does. */
export function answerRefusal(event: Span & Pick<Event, 'status'>, now: Date): string | null {
  if (event.status === 'cancelled') return messages.answerCancelled
  const { date, time } = londonWallClock(now.getTime())
  return spanInterval(event).to <= wallMinute(date, time) ? messages.answerOver : null
}
