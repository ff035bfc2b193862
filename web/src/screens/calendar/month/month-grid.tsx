// The month as a grid of days: one tab stop, the keys of the ARIA APG's date grids, and one click handler (delegation).

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Bars lie across the cells of a week, which no table row can hold. */
/* oxlint-disable react/no-array-index-key -- Index keys on purpose: cells are reused between months. */

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { clsx } from 'clsx'
import { useMemo, type MouseEvent, memo } from 'react'
import { dayInWords } from '@gaffer/domain/shared/dates'
import { useMeOrThrow } from '#lib/me.ts'
import { cardClassName } from '#ui/card.tsx'
import type { MonthWeek, MonthDay } from '#features/events/day-grid/month-layout.ts'
import { WeekdayRow, dayFromEventTarget, useDayGridNavigation } from '#features/events/day-grid/day-grid-navigation.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ClashCorner, useUncoveredClashCheck } from '#features/clashes/clashes.tsx'
import { eventSolidIconClassNameFor } from '#features/events/event-type-styles.tsx'
import { formatEventForScreenReader } from '#features/events/format-event.ts'
import { EventBar, type BandColors, EventSpriteIcon } from './event-bar.tsx'

type Props = {
  labelledBy: string
  weeks: readonly MonthWeek[]
  chosen: string
  today: string
  isWide: boolean
  isLoading: boolean
  /** Renders empty rows of the final height, until the deferred render of the days. */
  isBare: boolean
  onChoose: (date: string) => void
  /** Called after Enter on a day, and in a wide grid after a press on it. */
  onOpenDay: (date: string) => void
  /** Called after a tap on a day in a narrow grid. */
  onTap: () => void
  onOpenEvent: (event: CalendarEntry) => void
  onAdd: (date: string) => void
}

export function MonthGrid({ labelledBy, weeks, chosen, today, isWide, isLoading, isBare, ...on }: Props) {
  const { bands } = useMeOrThrow()
  const bandColors = useMemo(() => new Map(bands.map(({ bandId, color }) => [bandId, color])), [bands])
  const { grid, moveTo, onKeyDown } = useDayGridNavigation({
    cursor: chosen,
    onMove: on.onChoose,
    onEnter: on.onOpenDay,
  })

  function onClick({ target }: MouseEvent) {
    const date = dayFromEventTarget(target)
    if (!(target instanceof Element) || !date) return
    // Focus the day first: a dialog returns the focus to the element that had it.
    moveTo(date)
    if (!isWide) return on.onTap()
    const event = findEventAt(target)
    if (event) on.onOpenEvent(event)
    else if (target.closest('[data-add]')) on.onAdd(date)
    else on.onOpenDay(date)
  }

  function findEventAt(target: Element): CalendarEntry | undefined {
    const id = target.closest<HTMLElement>('[data-event]')?.dataset['event']
    return weeks.flatMap((week) => week.placed).find(({ event }) => event.id === id)?.event
  }

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      aria-busy={isLoading || isBare || undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className={`${cardClassName} overflow-hidden select-none`}
    >
      <WeekdayRow />
      {weeks.map((week, row) => {
        if (isBare) return <div key={row} className={clsx('border-t border-hairline', dayHeightClassNameFor(isWide))} />
        const isInWeek = (date: string) => week.days.some((day) => day.date === date)
        return (
          <WeekRow
            key={row}
            week={week}
            chosen={isInWeek(chosen) ? chosen : null}
            today={isInWeek(today) ? today : null}
            isWide={isWide}
            bandColors={bandColors}
            isLoading={isLoading && row % 2 === 1}
          />
        )
      })}
    </div>
  )
}

type WeekRowProps = {
  week: MonthWeek
  /** The selected day and today; null outside this week. */
  chosen: string | null
  today: string | null
  isWide: boolean
  isLoading: boolean
  bandColors: BandColors
}

/** One week of the month. Memoised: re-renders only when its props change, and reuses its DOM elements for other months. */
const WeekRow = memo(function WeekRow({ week, chosen, today, isWide, isLoading, bandColors }: WeekRowProps) {
  return (
    <div role="row" className="relative grid grid-cols-7 border-t border-hairline">
      {/* In a wide grid a press on a bar opens its event: z-1 puts the bars above the cells, and presses beside them reach the
          cells. First in the DOM: a search by text then finds the bar before the sr-only text of the cell. */}
      <div
        aria-hidden="true"
        className={clsx(
          'pointer-events-none absolute inset-x-0 z-1 grid grid-cols-7',
          isWide
            ? 'top-8 auto-rows-[1.5rem]'
            : 'top-10.25 auto-rows-[0.9375rem] small-phone:top-9 small-phone:auto-rows-[0.75rem]',
        )}
      >
        {week.placed.map((placed, at) => (
          <EventBar
            key={at}
            placed={placed}
            date={week.days[placed.column]?.date ?? ''}
            isWide={isWide}
            bandColors={bandColors}
          />
        ))}
        {isLoading && (
          <>
            <Skeleton className={clsx('col-span-1 col-start-2 mx-1 rounded-chip', isWide ? 'h-5.5' : 'h-3.5')} />
            <Skeleton className={clsx('col-span-2 col-start-5 mx-1 rounded-chip', isWide ? 'h-5.5' : 'h-3.5')} />
          </>
        )}
      </div>
      {week.days.map((day, column) => (
        <DayCell key={column} day={day} isToday={day.date === today} isChosen={day.date === chosen} isWide={isWide} />
      ))}
    </div>
  )
})

const maxSpokenEvents = 4

const dayHeightClassNameFor = (isWide: boolean) => (isWide ? 'min-h-27' : 'min-h-18 small-phone:min-h-12')

type DayCellProps = { day: MonthDay; isToday: boolean; isChosen: boolean; isWide: boolean }

/**
 * One day of the month: its number, its icons on narrow screens, and its first entries in words for screen readers. WeekRow draws the
 * bars.
 */
function DayCell({ day, isToday, isChosen, isWide }: DayCellProps) {
  const hasClash = useUncoveredClashCheck()
  return (
    <div
      role="gridcell"
      data-date={day.date}
      tabIndex={isChosen ? 0 : -1}
      aria-selected={isChosen}
      aria-current={isToday ? 'date' : undefined}
      className={clsx(
        'group relative min-w-0 cursor-pointer border-l border-hairline nth-2:border-l-0',
        'focus-visible:z-10 focus-visible:-outline-offset-2',
        dayHeightClassNameFor(isWide),
        !day.isInMonth && 'bg-sunken',
        isChosen ? 'bg-text/8' : 'hover:bg-text/4',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'grid place-content-center rounded-full text-sm tabular-nums',
          // The margin leaves room for the ring of the selected day above the icons.
          isWide ? 'm-1 size-6' : 'mx-auto mt-0.5 h-5 w-7 small-phone:h-4',
          isToday
            ? 'bg-text font-bold text-bg forced-colors:underline'
            : day.isInMonth
              ? 'font-medium text-text'
              : 'text-faint',
          isChosen && 'outline-2 outline-accent',
          isChosen && isToday && isWide && 'outline-offset-1',
        )}
      >
        {Number(day.date.slice(8))}
      </span>
      <span className="sr-only">{describeDay(day, isToday, hasClash)}</span>
      {isWide ? <WideExtras hidden={day.hidden} /> : <DayIcons day={day} hasClash={hasClash} />}
    </div>
  )
}

/** Controls for pointers only. With the keyboard, Enter opens the day dialog, which has the same actions. */
function WideExtras({ hidden }: { hidden: number }) {
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        data-add=""
        aria-label="Add"
        title="Add"
        className="absolute top-0.5 right-0.5 hidden size-7 place-content-center rounded-control border border-hairline bg-raised text-xl leading-none text-text group-hover:grid hover:border-text hover:bg-text hover:text-bg"
      >
        +
      </button>
      {hidden > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-2 right-1 left-9 truncate text-xs font-semibold text-muted group-hover:right-8 group-hover:underline"
        >
          +{hidden} more
        </span>
      )}
    </>
  )
}

type HasClash = (eventId: string) => boolean

function DayIcons({ day: { icons, hidden }, hasClash }: { day: MonthDay; hasClash: HasClash }) {
  if (icons.length === 0 && hidden === 0) return null
  return (
    <span aria-hidden="true" className="mx-0.5 mt-0.5 flex h-4 justify-center gap-px">
      {icons.map((event) => (
        <span
          key={event.id}
          className={clsx(
            'relative grid h-4 w-4 min-w-0 shrink place-content-center rounded-[4px]',
            eventSolidIconClassNameFor(event),
          )}
        >
          <EventSpriteIcon type={event.type} className="size-3" />
          {hasClash(event.id) && <ClashCorner className="rounded-tr-[4px] border-4" />}
        </span>
      ))}
      {hidden > 0 && <span className="text-xs leading-4 font-semibold text-muted">+{hidden}</span>}
    </span>
  )
}

function describeDay({ date, events }: MonthDay, isToday: boolean, hasClash: HasClash): string {
  const day = `${dayInWords(date)}${isToday ? ', today' : ''}`
  if (events.length === 0) return day
  const spokenEvents = events
    .slice(0, maxSpokenEvents)
    .map((event) => formatEventForScreenReader(event) + (hasClash(event.id) ? ', clash' : ''))
    .join('; ')
  const rest = events.length > maxSpokenEvents ? `; and ${events.length - maxSpokenEvents} more` : ''
  return `${day}: ${spokenEvents}${rest}`
}
