// The month with its days, or the agenda. A sideways swipe over either turns to another month.

import { FindDateButton } from '#features/free-dates/use-find-date-sheet.tsx'
import { AwayButton } from '#features/events/days-away/use-days-away-sheet.tsx'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { clsx } from 'clsx'
import {
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  type PointerEvent,
  type TouchEvent,
} from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { Agenda } from './agenda/agenda.tsx'
import { SelectedDay } from './month/selected-day.tsx'
import { EventIconSymbols } from './month/event-bar.tsx'
import { MonthGrid } from './month/month-grid.tsx'
import { CalendarFilters } from './calendar-header.tsx'
import type { CalendarMonthState } from './use-calendar-month.ts'

type Props = {
  state: CalendarMonthState
  isWide: boolean
  monthId: string
  addLabel: string
  onOpenEvent: (event: CalendarEntry) => void
  /** Opens the dialog of a day on wide screens, which have no list of the day beneath the month. */
  onOpenDay: (date: string) => void
  onAdd: (date: string) => void
  onAway: () => void
  onFindDate: (() => void) | null
}

export function CalendarBody({ isWide, ...props }: Props) {
  const { month, view, turn, shown, setShown } = props.state
  const slide = useMonthSlide(month)
  const swipe = useSwipeHandlers((direction) => turn(direction === 'left' ? 1 : -1))
  const filters = !isWide && <CalendarFilters shown={shown} onChange={setShown} />
  return (
    <div {...swipe} className="touch-pan-y">
      <div ref={slide} className="grid grid-cols-1 gap-4">
        {view === 'month' ? (
          <PinnedMonth {...props} isWide={isWide} filters={filters} />
        ) : (
          <>
            {filters && (
              <div className="flex flex-wrap items-center justify-between gap-2">
                {filters}
                <div className="flex flex-wrap gap-2">
                  <AwayButton onPress={props.onAway} />
                  <FindDateButton onPress={props.onFindDate} />
                </div>
              </div>
            )}
            <AgendaList {...props} />
          </>
        )}
      </div>
    </div>
  )
}

type PinnedMonthProps = Props & { filters: React.ReactNode }

function PinnedMonth({
  state,
  isWide,
  monthId,
  addLabel,
  filters,
  onOpenEvent,
  onOpenDay,
  onAdd,
  onAway,
  onFindDate,
}: PinnedMonthProps) {
  const { day, today, query } = state
  const heading = useRef<HTMLHeadingElement>(null)
  const [gridBox, pinnedHeight] = usePinnedHeight(isWide)
  // Defers the days, so that the Next Up card above them is painted first.
  const areDaysShown = useDeferredValue(true, false)

  /** Scrolls to the list of the day, which is below the fold on a small screen. */
  function scrollToList() {
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    heading.current?.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion ? 'auto' : 'smooth' })
  }

  function goToList() {
    heading.current?.focus({ preventScroll: true })
    scrollToList()
  }

  return (
    <>
      <div
        ref={gridBox}
        // The background covers the list that scrolls under the round corners of the pinned grid.
        className={clsx(
          '-mx-2 sm:mx-0',
          pinnedHeight > 0 && 'sticky top-[calc(3.5rem+1px+env(safe-area-inset-top))] z-10 bg-bg',
        )}
      >
        <EventIconSymbols events={state.events} />
        <MonthGrid
          labelledBy={monthId}
          weeks={state.weeks}
          chosen={day}
          today={today}
          isWide={isWide}
          isLoading={query.isPending}
          isBare={!areDaysShown}
          onChoose={state.setDay}
          onOpenDay={isWide ? onOpenDay : goToList}
          onTap={scrollToList}
          onOpenEvent={onOpenEvent}
          onAdd={onAdd}
        />
      </div>
      {areDaysShown && filters}
      {areDaysShown && !isWide && (
        <SelectedDay
          date={day}
          today={today}
          events={query.data && state.eventsOn(day)}
          busy={state.busyOn(day)}
          addLabel={addLabel}
          headingRef={heading}
          pinnedHeight={pinnedHeight}
          onOpen={onOpenEvent}
          onAdd={() => onAdd(day)}
          onAway={onAway}
          onFindDate={onFindDate}
        />
      )}
    </>
  )
}

function AgendaList({
  state,
  addLabel,
  onOpenEvent,
  onAdd,
}: Pick<Props, 'state' | 'addLabel' | 'onOpenEvent' | 'onAdd'>) {
  const { day, month, today, events, all, setShown, query } = state
  if (!query.data) {
    return (
      <div className="grid gap-2">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    )
  }
  return (
    <Agenda
      month={month}
      today={today}
      events={events}
      unfilteredEvents={all}
      addLabel={addLabel}
      onShowAll={() => setShown({ band: true, mine: true })}
      onOpen={onOpenEvent}
      onAdd={() => onAdd(day)}
    />
  )
}

/** Slides a later month in from the right and an earlier one from the left, except with reduced motion. */
function useMonthSlide(month: string) {
  const element = useRef<HTMLDivElement>(null)
  const shownMonth = useRef(month)

  useLayoutEffect(() => {
    const startOffsetPx = month > shownMonth.current ? 24 : -24
    const isSame = month === shownMonth.current
    shownMonth.current = month
    if (isSame || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    element.current?.animate([{ opacity: 0.3, transform: `translateX(${startOffsetPx}px)` }, {}], {
      duration: 150,
      easing: 'ease-out',
    })
  }, [month])

  return element
}

/** The height in pixels of the top bar, the tabs, and the heading and first item of the list of the day. */
const minSpaceBelowPx = 220

/** The height of the month while it stays pinned above the list of its day; 0 on screens without room for both. */
function usePinnedHeight(isWide: boolean): [box: RefObject<HTMLDivElement | null>, height: number] {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const measure = () => {
      const needed = box.current?.offsetHeight ?? 0
      setHeight(!isWide && needed + minSpaceBelowPx <= innerHeight ? needed : 0)
    }
    // The observer calls `measure` after the layout. A call here would force a layout before the first paint.
    const observer = new ResizeObserver(measure)
    if (box.current) observer.observe(box.current)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [isWide])
  return [box, height]
}

const minSwipePx = 50
const maxSwipeMs = 300

/** The place of a finger or pen on the screen in CSS pixels, and the time in ms. */
type TouchPoint = { x: number; y: number; at: number }

/** The direction of a horizontal swipe: at least 50 px within 300 ms, and more across than down. Null for any other movement. */
export function findSwipeDirection(from: TouchPoint, to: TouchPoint): 'left' | 'right' | null {
  const across = to.x - from.x
  const isSwipe =
    Math.abs(across) >= minSwipePx && to.at - from.at <= maxSwipeMs && Math.abs(across) > Math.abs(to.y - from.y)
  if (!isSwipe) return null
  return across < 0 ? 'left' : 'right'
}

/**
 * Returns handlers for an element with `touch-action: pan-y`, which ignore the mouse. A pen sends pointer events only, some assistive
 * technology sends touch events only, and a finger sends both: the first event to end handles the swipe.
 */
function useSwipeHandlers(onSwipe: (direction: 'left' | 'right') => void) {
  const start = useRef<TouchPoint | null>(null)

  const beginSwipe = (touch: TouchPoint | null) => {
    start.current = touch
  }
  const endSwipe = (touch: TouchPoint | null) => {
    const swipe = start.current && touch && findSwipeDirection(start.current, touch)
    start.current = null
    if (swipe) onSwipe(swipe)
  }
  const cancelSwipe = () => beginSwipe(null)

  return {
    onPointerDown: (event: PointerEvent) =>
      beginSwipe(event.isPrimary && event.pointerType !== 'mouse' ? touchPointOf(event, event.timeStamp) : null),
    onPointerUp: (event: PointerEvent) => endSwipe(touchPointOf(event, event.timeStamp)),
    onPointerCancel: cancelSwipe,
    onTouchStart: ({ touches, timeStamp }: TouchEvent) => beginSwipe(singleTouchOf(touches, timeStamp)),
    onTouchEnd: ({ changedTouches, timeStamp }: TouchEvent) => endSwipe(singleTouchOf(changedTouches, timeStamp)),
    onTouchCancel: cancelSwipe,
  }
}

/** The touch of a single finger; null for several fingers, because a pinch is not a swipe. */
function singleTouchOf(touches: TouchEvent['touches'], at: number): TouchPoint | null {
  return touches.length === 1 && touches[0] ? touchPointOf(touches[0], at) : null
}

function touchPointOf({ clientX, clientY }: { clientX: number; clientY: number }, at: number): TouchPoint {
  return { x: clientX, y: clientY, at }
}
