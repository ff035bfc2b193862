// The line "Moved from Thu 3 Dec" of a moved event, shown until the last day of the event is over.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { clsx } from 'clsx'
import { formatMovedFrom } from './format-event.ts'
import { useToday } from '#lib/use-now.ts'

export function MovedFrom({ event, className }: { event: CalendarEntry; className?: string }) {
  const text = formatMovedFrom(event, useToday())
  return text && <span className={clsx('font-medium break-words text-warn', className)}>{text}</span>
}
