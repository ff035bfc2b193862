// The events that wait for the member's answer: events with the three answer buttons, and a line for each option group, which leads to its dates.

import { eventPlace } from '@gaffer/domain/events/event-place'
import { compareStrings, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { limits } from '@gaffer/domain/shared/limits'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { optionMessages } from '@gaffer/domain/events/option-messages'
import { joinNames } from '@gaffer/domain/shared/join-names'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { yearAheadRange } from '#features/events/date-ranges.ts'
import { useBandEvents } from '#features/events/queries.ts'
import { AnswerPrompt } from '#features/answers/answer-prompt.tsx'
import { isOwnAnswerDue } from '#features/answers/format-answers.ts'
import { EventLink, EventStatusPrefix } from '#features/answers/event-list-item.tsx'
import { eventChipClassNameFor, EventTypeIcon } from '#features/events/event-type-styles.tsx'
import { eventName, formatEventDayAndTimes } from '#features/events/format-event.ts'
import { upcomingEvents } from '#features/events/next-event.ts'
import { useNowMs } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { LiveRegionText } from '#ui/live-text.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'

const answeredShownMs = 5000

type Props = {
  bandId: string
  today: string
  /** The event in the Next Up card, which has its own answer buttons: not listed here, unless it is an option of a group. */
  nextUpId: string | null
  /** On a phone, the number of questions to leave out because other sections of the page show as many. */
  fewerOnPhones?: number
}

export function AwaitingAnswerSection({ bandId, today, nextUpId, fewerOnPhones = 0 }: Props) {
  const { data } = useBandEvents(bandId, yearAheadRange(today))
  const now = new Date(useNowMs())
  // An answered event stays for a moment, so that a wrong answer can be corrected.
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const [areAllShown, setAllShown] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const waitingEvents = listEventsAwaitingAnswer(data ?? [], now, kept)
  const listedEvents = waitingEvents.filter((event) => event.id !== nextUpId || isPencilledOption(event))
  const waitingGroups = groupByOptionGroup(listedEvents)
  // On a phone, the question of the Next Up card counts too.
  const shownElsewhereCount = waitingEvents.length - listedEvents.length + fewerOnPhones
  const maxShown = useIsPhone() ? Math.max(1, limits.waitingShownOnPhones - shownElsewhereCount) : limits.waitingShown
  const shownGroups = areAllShown ? waitingGroups : waitingGroups.slice(0, maxShown)
  const hiddenCount = waitingGroups.length - shownGroups.length
  const events = shownGroups.flat()
  const areAllKept = events.every(({ id }) => kept.has(id))
  if (!areAllKept) setKept(new Set([...kept, ...events.map(({ id }) => id)]))
  const answeredEvents = events.filter((event) => !isOwnAnswerDue(event, now))
  const setBusy = useAfterAnswers(answeredEvents, () =>
    setKept(new Set([...kept].filter((id) => !answeredEvents.some((event) => event.id === id)))),
  )
  const unansweredCount = waitingGroups.length - answeredEvents.length

  function showAll() {
    flushSync(() => setAllShown(true))
    list.current?.children[shownGroups.length]?.querySelector('a')?.focus({ preventScroll: true })
  }

  return (
    <>
      {/* Outside of the section, so that the last answer is announced too. */}
      <LiveRegionText
        text={answeredEvents.length === 0 ? '' : eventMessages.stillWaitingForAnswer(unansweredCount)}
        className="sr-only"
      />
      {shownGroups.length > 0 && (
        <section aria-labelledby="waiting-for-answer">
          <h2 id="waiting-for-answer" className="flex min-h-10 items-center text-lg font-bold md:min-h-12">
            Waiting for your answer
          </h2>
          <ul ref={list} className="grid grid-cols-1 gap-2 pt-1 md:grid-cols-2 md:pt-2 xl:gap-4">
            {shownGroups.map(([event, ...others]) =>
              isPencilledOption(event) ? (
                <WaitingOptionGroup key={event.optionGroupId} bandId={bandId} options={[event, ...others]} />
              ) : (
                <WaitingEvent key={event.id} event={event} today={today} onBusyChange={setBusy} />
              ),
            )}
          </ul>
          {hiddenCount > 0 && (
            <Button variant="quiet" size="sm" className="mt-1 md:mt-2" onClick={showAll}>
              <ChevronDown aria-hidden="true" className="size-5" />
              {hiddenCount} more
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
function useAfterAnswers(answeredEvents: readonly CalendarEntry[], onLeave: () => void) {
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set())
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  const answersKey = answeredEvents.map(({ id, myAnswer }) => `${id} ${myAnswer}`).join(' ')
  const isWaiting = answeredEvents.some(({ id }) => busyIds.has(id))
  useEffect(() => {
    if (answersKey === '' || isWaiting) return
    const timer = setTimeout(() => leave.current(), answeredShownMs)
    return () => clearTimeout(timer)
  }, [answersKey, isWaiting])
  return useCallback(
    (eventId: string, isBusy: boolean) =>
      setBusyIds((ids) => {
        if (ids.has(eventId) === isBusy) return ids
        return isBusy ? new Set([...ids, eventId]) : new Set([...ids].filter((id) => id !== eventId))
      }),
    [],
  )
}

function TypeChip({ event }: { event: CalendarEntry }) {
  return (
    <span className={clsx('grid size-10 shrink-0 place-content-center rounded-control', eventChipClassNameFor(event))}>
      <EventTypeIcon type={event.type} />
    </span>
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
        <TypeChip event={event} />
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

type QuestionEntries = readonly [CalendarEntry, ...CalendarEntry[]]

/** Joins all options of a group into one question, at the place of the first option. */
function groupByOptionGroup(events: readonly CalendarEntry[]): QuestionEntries[] {
  const keyOf = (event: CalendarEntry) => (isPencilledOption(event) ? event.optionGroupId : event.id)
  return [...Map.groupBy(events, keyOf).values()] as unknown as QuestionEntries[]
}

function isPencilledOption({ optionGroupId, status }: CalendarEntry): boolean {
  return optionGroupId !== null && status === 'tentative'
}

/** The line of an option group. `options` are its dates that the member has not answered yet. */
function WaitingOptionGroup({ bandId, options }: { bandId: string; options: QuestionEntries }) {
  const [event] = options
  const dates = options.map(({ date }) => date).toSorted()
  return (
    <li className={`${cardClassName} overflow-hidden`}>
      <Link
        to="/bands/$bandId/options/$optionGroupId"
        params={{ bandId, optionGroupId: event.optionGroupId ?? '' }}
        className="flex items-start gap-3 p-3 transition-colors hover:bg-lit md:p-4"
      >
        <TypeChip event={event} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold break-words">{eventName(event)}</span>
          <span className="block text-sm break-words text-muted">
            <span className="font-semibold text-text">{optionMessages.datesToAnswer(options.length)} · </span>
            {[joinNames(dates.map(shortDate)), eventPlace(event)].filter(Boolean).join(' · ')}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 self-center text-faint" />
      </Link>
    </li>
  )
}

/**
 * The events whose answer is due, in the order of their dates to reply by. `kept` has ids of events that stay after their answer; options of
 * an option group are answered on another page, and do not stay.
 */
export function listEventsAwaitingAnswer(
  events: readonly CalendarEntry[],
  now: Date,
  kept: ReadonlySet<string> = new Set(),
): CalendarEntry[] {
  const today = todayInLondon(now)
  return upcomingEvents(events, today)
    .filter((event) => (kept.has(event.id) && !isPencilledOption(event)) || isOwnAnswerDue(event, now))
    .toSorted((a, b) => compareStrings(a.replyBy ?? a.date, b.replyBy ?? b.date))
}
