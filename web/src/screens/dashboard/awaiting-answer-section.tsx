// The events that wait for the member's answer, each with the three answer buttons.

import { compareDatesOrTimes, todayInLondon } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import { limits } from '@gaffer/domain/limits'
import { clsx } from 'clsx'
import { memo, useState } from 'react'
import { yearAheadRange } from '#api/date-ranges.ts'
import { useBandEvents } from '#api/events.ts'
import { AnswerPrompt } from '#components/answers/answer-prompt.tsx'
import { isOwnAnswerDue } from '#components/answers/format-answers.ts'
import { EventLink, EventStatusPrefix } from '#components/event-list-item.tsx'
import { eventChipClassNameFor, EventTypeIcon } from '#components/event-type-styles.tsx'
import { eventName, eventPlace, formatEventDayAndTimes } from '#components/format-event.ts'
import { upcomingEvents } from '#components/next-event.ts'
import { useNowMs } from '#components/use-now.ts'
import { cardClassName } from '#ui/card.tsx'

type Props = { bandId: string; today: string; /** The Next Up card has its own buttons. */ nextUpId: string | null }

export function AwaitingAnswerSection({ bandId, today, nextUpId }: Props) {
  const { data } = useBandEvents(bandId, yearAheadRange(today))
  // An answered event stays until the page is left, so that a wrong answer can be corrected.
  const now = new Date(useNowMs())
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  if (!data) return null
  const waiting = eventsAwaitingAnswer(data, now, kept).filter(({ id }) => id !== nextUpId)
  const events = waiting.slice(0, limits.waitingShown)
  const isKept = events.every(({ id }) => kept.has(id))
  if (!isKept) setKept(new Set([...kept, ...events.map(({ id }) => id)]))
  if (events.length === 0) return null
  return (
    <section aria-labelledby="waiting-for-answer">
      <h2 id="waiting-for-answer" className="flex min-h-12 items-center text-lg font-bold">
        Waiting for your answer
      </h2>
      <ul className="grid grid-cols-1 gap-2 pt-2 md:grid-cols-2 xl:gap-4">
        {events.map((event) => (
          <WaitingEvent key={event.id} event={event} today={today} />
        ))}
      </ul>
    </section>
  )
}

/** Memoised: an answer changes one event of the list. */
const WaitingEvent = memo(function WaitingEvent({ event, today }: { event: Event; today: string }) {
  return (
    <li className={`${cardClassName} flex flex-col justify-between overflow-hidden`}>
      <EventLink event={event} className="flex items-start gap-3 p-4 pb-3 transition-colors hover:bg-lit">
        <span
          className={clsx('grid size-10 shrink-0 place-content-center rounded-control', eventChipClassNameFor(event))}
        >
          <EventTypeIcon type={event.type} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold break-words">{eventName(event)}</span>
          <span className="block text-sm break-words text-muted">
            <EventStatusPrefix event={event} />
            {[formatEventDayAndTimes(event, today), eventPlace(event)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </EventLink>
      <AnswerPrompt event={event} className="px-4 pb-4" />
    </li>
  )
})

/** The events whose answer is due, in the order of their dates to reply by. `kept` has ids of events that stay after their answer. */
export function eventsAwaitingAnswer(
  events: readonly Event[],
  now: Date,
  kept: ReadonlySet<string> = new Set(),
): Event[] {
  const today = todayInLondon(now)
  return upcomingEvents(events, today)
    .filter((event) => kept.has(event.id) || isOwnAnswerDue(event, now))
    .toSorted((a, b) => compareDatesOrTimes(a.replyBy ?? a.date, b.replyBy ?? b.date))
}
