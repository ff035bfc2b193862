// The events that wait for the member's answer, each with the three answer buttons.

import { compareDatesOrTimes, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { limits } from '@gaffer/domain/shared/limits'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { yearAheadRange } from '#features/events/date-ranges.ts'
import { useBandEvents } from '#features/events/queries.ts'
import { AnswerPrompt } from '#features/answers/answer-prompt.tsx'
import { isOwnAnswerDue } from '#features/answers/format-answers.ts'
import { EventLink, EventStatusPrefix } from '#features/answers/event-list-item.tsx'
import { eventChipClassNameFor, EventTypeIcon } from '#features/events/event-type-styles.tsx'
import { eventName, eventPlace, formatEventDayAndTimes } from '#features/events/format-event.ts'
import { upcomingEvents } from '#features/events/next-event.ts'
import { useNowMs } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { LiveRegionText } from '#ui/live-text.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'

const answeredShownMs = 5000

type Props = { bandId: string; today: string; /** The Next Up card has its own buttons. */ nextUpId: string | null }

export function AwaitingAnswerSection({ bandId, today, nextUpId }: Props) {
  const { data } = useBandEvents(bandId, yearAheadRange(today))
  const now = new Date(useNowMs())
  // An answered event stays for a moment, so that a wrong answer can be corrected.
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const all = eventsAwaitingAnswer(data ?? [], now, kept)
  const waiting = all.filter(({ id }) => id !== nextUpId)
  // On a phone, the question of the Next Up card counts too.
  const most = useIsPhone() ? limits.waitingShownOnPhones - (all.length - waiting.length) : limits.waitingShown
  const events = isAll ? waiting : waiting.slice(0, most)
  const more = waiting.length - events.length
  const isKept = events.every(({ id }) => kept.has(id))
  if (!isKept) setKept(new Set([...kept, ...events.map(({ id }) => id)]))
  const answered = events.filter((event) => !isOwnAnswerDue(event, now))
  const setBusy = useAfterAnswers(answered, () =>
    setKept(new Set([...kept].filter((id) => !answered.some((event) => event.id === id)))),
  )
  const left = waiting.length - answered.length

  function showAll() {
    flushSync(() => setAll(true))
    list.current?.children[events.length]?.querySelector('a')?.focus({ preventScroll: true })
  }

  return (
    <>
      {/* Outside of the section, so that the last answer is announced too. */}
      <LiveRegionText
        text={answered.length === 0 ? '' : eventMessages.stillWaitingForAnswer(left)}
        className="sr-only"
      />
      {events.length > 0 && (
        <section aria-labelledby="waiting-for-answer">
          <h2 id="waiting-for-answer" className="flex min-h-10 items-center text-lg font-bold md:min-h-12">
            Waiting for your answer
          </h2>
          <ul ref={list} className="grid grid-cols-1 gap-2 pt-1 md:grid-cols-2 md:pt-2 xl:gap-4">
            {events.map((event) => (
              <WaitingEvent key={event.id} event={event} today={today} onBusyChange={setBusy} />
            ))}
          </ul>
          {more > 0 && (
            <Button variant="quiet" size="sm" className="mt-1 md:mt-2" onClick={showAll}>
              <ChevronDown aria-hidden="true" className="size-5" />
              {more} more
            </Button>
          )}
        </section>
      )}
    </>
  )
}

/**
 * Calls `onLeave` five seconds after the last answer, for all answered events at once: a list that moved after each answer would put
 * another event under the finger. Waits until answers are stored and questions about them are closed. Returns the `onBusyChange` of the
 * events' buttons.
 */
function useAfterAnswers(answered: readonly CalendarEntry[], onLeave: () => void) {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  const answers = answered.map(({ id, myAnswer }) => `${id} ${myAnswer}`).join(' ')
  const isWaiting = answered.some(({ id }) => busy.has(id))
  useEffect(() => {
    if (answers === '' || isWaiting) return
    const timer = setTimeout(() => leave.current(), answeredShownMs)
    return () => clearTimeout(timer)
  }, [answers, isWaiting])
  return useCallback(
    (eventId: string, isBusy: boolean) =>
      setBusy((ids) => {
        if (ids.has(eventId) === isBusy) return ids
        return isBusy ? new Set([...ids, eventId]) : new Set([...ids].filter((id) => id !== eventId))
      }),
    [],
  )
}

type WaitingEventProps = {
  event: CalendarEntry
  today: string
  onBusyChange: (eventId: string, isBusy: boolean) => void
}

/** Memoised: an answer changes one event of the list. */
const WaitingEvent = memo(function WaitingEvent({ event, today, onBusyChange }: WaitingEventProps) {
  return (
    <li className={`${cardClassName} flex flex-col justify-between overflow-hidden`}>
      <EventLink
        event={event}
        className="flex items-start gap-3 p-3 pb-2 transition-colors hover:bg-lit md:p-4 md:pb-3"
      >
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
      <AnswerPrompt event={event} className="px-3 pb-3 md:px-4 md:pb-4" onBusyChange={onBusyChange} />
    </li>
  )
})

/** The events whose answer is due, in the order of their dates to reply by. `kept` has ids of events that stay after their answer. */
export function eventsAwaitingAnswer(
  events: readonly CalendarEntry[],
  now: Date,
  kept: ReadonlySet<string> = new Set(),
): CalendarEntry[] {
  const today = todayInLondon(now)
  return upcomingEvents(events, today)
    .filter((event) => kept.has(event.id) || isOwnAnswerDue(event, now))
    .toSorted((a, b) => compareDatesOrTimes(a.replyBy ?? a.date, b.replyBy ?? b.date))
}
