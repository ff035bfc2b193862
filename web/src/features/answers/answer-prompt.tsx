// The three answer buttons for an event that waits for the member's answer. They stay after the answer, so that it can be changed.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { Suspense, useState } from 'react'
import { useMe } from '#lib/me.ts'
import { useNowMs } from '#lib/use-now.ts'
import { isOwnAnswerDue } from './format-answers.ts'
import { lazyPart } from '#lib/lazy-part.tsx'

// Imported on demand, because most events wait for no answer.
const EventAnswerControl = lazyPart(() => import('./event-answer-control.tsx'), 'EventAnswerControl')

type Props = {
  event: CalendarEntry
  className?: string
  /** Called with true while an answer is sent or the days-away dialog is open, otherwise with false. Must be memoised. */
  onBusyChange?: (eventId: string, isBusy: boolean) => void
}

/** The caller must set the event's id as the React key, because the state belongs to one event. */
export function AnswerPrompt({ event, className, onBusyChange }: Props) {
  const { data: me } = useMe()
  const now = new Date(useNowMs())
  const [wasDue] = useState(() => isOwnAnswerDue(event, now))
  const membership = me?.bands.find(({ bandId }) => bandId === event.bandId)
  if (!membership || !(wasDue || isOwnAnswerDue(event, now))) return null
  return (
    <div className={className}>
      <Suspense fallback={<div className="h-14" />}>
        <EventAnswerControl event={event} membership={membership} onBusyChange={onBusyChange} />
      </Suspense>
    </div>
  )
}
