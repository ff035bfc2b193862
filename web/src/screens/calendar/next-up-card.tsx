// The event that starts next or, if there is none, a prompt to add an event. A dismissed card stays hidden until another event is next.

import { eventPlace } from '@gaffer/domain/events/event-place'
import { formatRelativeDay, formatTime, londonWallClock } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { clsx } from 'clsx'
import { CalendarPlus, X } from 'lucide-react'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'
import { eventName, formatEventDayAndTimes } from '#features/events/format-event.ts'
import { findNextEvent } from '#features/events/next-event.ts'
import { AnswerPrompt } from '#features/answers/answer-prompt.tsx'
import { AnswerCountsLine, WhoSaidNo } from '#features/answers/event-answer-line.tsx'
import { EventStatusPrefix } from '#features/answers/event-list-item.tsx'
import { MovedFrom } from '#features/events/moved-from.tsx'
import { eventChipClassNameFor, EventTypeIcon, eventTypeStyles } from '#features/events/event-type-styles.tsx'
import { useNowMs } from '#lib/use-now.ts'
import { useTodaysGigSheet } from '#features/gig-sheets/use-todays-gig-sheet.ts'
import { ClashLines } from '#features/clashes/clashes.tsx'
import { lazyPart } from '#lib/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

// Loaded on demand, because most days have no gig.
const TodaysGigTimes = lazyPart(() => import('#features/gig-sheets/todays-gig.tsx'), 'TodaysGigTimes')

type Props = {
  read: { data: CalendarEntry[] | undefined; isPending: boolean }
  today: string
  isWide: boolean
  /** The label of the button that adds an event; null if the page has another such button. */
  addLabel: string | null
  onOpen: (event: CalendarEntry) => void
  onAdd: () => void
  /** Renders the prompt to add an event, or its replacement for a new band. */
  renderNothingAhead: (prompt: ReactNode) => ReactNode
}

export function CalendarNextUp({ read: { data, isPending }, today, isWide, addLabel, ...props }: Props) {
  const { onOpen, onAdd, renderNothingAhead } = props
  const now = useNowMs()
  const next = data && findNextEvent(data, londonWallClock(now))
  if (next) return <NextUpCard key={next.id} event={next} today={today} isWide={isWide} onOpen={onOpen} />
  if (data) return renderNothingAhead(addLabel !== null && <NothingAhead addLabel={addLabel} onAdd={onAdd} />)
  return isPending ? <NextUpSkeleton /> : null
}

/** The height of the card and its skeleton, so that the month beneath does not shift. One line on a small phone. */
const heightClass = 'min-h-16.5 small-phone:min-h-11'

/** The skeleton of the card. None while a dismissed event is stored, because the card may stay hidden. */
function NextUpSkeleton() {
  if (readStored('dismissedNextUp')) return null
  return <Skeleton className={heightClass} />
}

function NextUpCard({
  event,
  today,
  isWide,
  onOpen,
}: Pick<Props, 'today' | 'isWide' | 'onOpen'> & { event: CalendarEntry }) {
  const { sheet } = useTodaysGigSheet(event, today)
  const [dismissed, setDismissed] = useState(() => readStored('dismissedNextUp'))
  // Once another event is next, forgets the dismissal, so that the skeleton is shown again.
  useEffect(() => {
    if (dismissed !== event.id) deleteStored('dismissedNextUp')
  }, [dismissed, event.id])
  if (dismissed === event.id) return null

  function dismiss() {
    writeStored('dismissedNextUp', event.id)
    setDismissed(event.id)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }

  return (
    <section
      aria-label="Next Up"
      className={clsx(heightClass, cardClassName, '@container relative flex flex-wrap items-center overflow-hidden')}
    >
      <span aria-hidden="true" className={clsx('absolute inset-y-0 left-0 w-1', eventTypeStyles[event.type].markBg)} />
      <button
        type="button"
        onClick={() => onOpen(event)}
        className="flex min-w-0 flex-1 items-center gap-3 self-stretch rounded-card py-2 pl-4 text-left transition-colors hover:bg-lit small-phone:py-0"
      >
        <span
          className={clsx(
            'hidden size-10 shrink-0 place-content-center rounded-control @min-[15rem]:grid small-phone:hidden',
            eventChipClassNameFor(event),
          )}
        >
          <EventTypeIcon type={event.type} />
        </span>
        <span className="min-w-0 flex-1 small-phone:flex small-phone:items-baseline small-phone:gap-2">
          {/* With large text the name has its own line, and the day is beside the label. */}
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 @min-[15rem]:flex-nowrap small-phone:flex-1 small-phone:flex-nowrap">
            {/* On the narrowest phones only screen readers get the label: beside it the name would be cut. */}
            <span className="shrink-0 text-xs font-semibold text-accent small-phone:@max-[19rem]:sr-only">Next Up</span>
            <span className="min-w-0 flex-1 truncate text-xs text-muted @min-[15rem]:hidden small-phone:hidden">
              {formatShortDay(event, today)}
            </span>
            <span className="min-w-0 basis-full truncate font-semibold @min-[15rem]:basis-auto small-phone:basis-auto">
              {eventName(event)}
            </span>
          </span>
          <span className="line-clamp-1 text-sm break-all text-muted @max-[15rem]:hidden small-phone:block small-phone:max-w-1/2 small-phone:shrink-0 small-phone:truncate">
            <span className="small-phone:hidden">
              <EventStatusPrefix event={event} />
              {[formatEventDayAndTimes(event, today), eventPlace(event), event.bandName].filter(Boolean).join(' · ')}
            </span>
            <span className="hidden small-phone:inline">{formatShortDay(event, today)}</span>
          </span>
          <ClashLines eventId={event.id} maxShown={1} className="small-phone:sr-only" />
          <span className="flex flex-wrap gap-x-2 text-sm small-phone:hidden">
            <MovedFrom event={event} />
            <AnswerCountsLine event={event} className="text-muted" />
            <WhoSaidNo event={event} />
          </span>
        </span>
      </button>
      <IconButton
        label="Dismiss Next Up"
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={dismiss}
        className="mx-1 xl:order-1"
      />
      {sheet && (
        <Suspense>
          <TodaysGigTimes event={event} sheet={sheet} isShort={isWide} className="w-full px-4 pb-3 xl:order-2" />
        </Suspense>
      )}
      <AnswerPrompt
        key={event.id}
        event={event}
        className="w-full px-4 pb-3 small-phone:pb-2 xl:w-80 xl:px-2 xl:py-1"
      />
    </section>
  )
}

/** The day of an event, with the start time if it is today. */
function formatShortDay({ date, startTime }: CalendarEntry, today: string): string {
  const day = formatRelativeDay(date < today ? today : date, today)
  return date === today && startTime !== null ? `${day} · ${formatTime(startTime)}` : day
}

type NothingAheadProps = { addLabel: string; onAdd: () => void }

/** Replaces the card while no event is ahead: a prompt to add one. */
function NothingAhead({ addLabel, onAdd }: NothingAheadProps) {
  return (
    <section
      aria-label="Nothing ahead"
      className={clsx(
        heightClass,
        'flex items-center gap-3 rounded-card border border-dashed border-control py-1 pr-1.5 pl-4',
      )}
    >
      <p className="min-w-0 flex-1 text-sm break-words">
        <span className="block font-semibold">Nothing in the next month</span>
        <span className="text-muted small-phone:hidden">Add the next date.</span>
      </p>
      <Button variant="secondary" size="sm" onClick={onAdd}>
        <CalendarPlus aria-hidden="true" className="size-5" />
        {addLabel}
      </Button>
    </section>
  )
}
