// One day of the month: its number, its icons on narrow screens, and its first entries in words for screen readers. WeekRow draws the
// bars.

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- Bars lie across the cells of a week, which no table row can hold. */

import { dayInWords } from '@gaffer/domain/shared/dates'
import { clsx } from 'clsx'
import { ClashCorner, useUncoveredClashCheck } from '#features/clashes/clashes.tsx'
import { eventSolidIconClassNameFor } from '#features/events/event-type-styles.tsx'
import { formatEventForScreenReader } from '#features/events/format-event.ts'
import { EventSpriteIcon } from './event-sprite.tsx'
import type { MonthDay } from '#features/events/month/month-layout.ts'

const spoken = 4

export const dayHeightClassNameFor = (isWide: boolean) => (isWide ? 'min-h-27' : 'min-h-18 small-phone:min-h-12')

type Props = { day: MonthDay; isToday: boolean; isChosen: boolean; isWide: boolean }

export function DayCell({ day, isToday, isChosen, isWide }: Props) {
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
      <span className="sr-only">{inWords(day, isToday, hasClash)}</span>
      {isWide ? <WideExtras hidden={day.hidden} /> : <Icons day={day} hasClash={hasClash} />}
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

function Icons({ day: { icons, hidden }, hasClash }: { day: MonthDay; hasClash: HasClash }) {
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

function inWords({ date, events }: MonthDay, isToday: boolean, hasClash: HasClash): string {
  const day = `${dayInWords(date)}${isToday ? ', today' : ''}`
  if (events.length === 0) return day
  const listed = events
    .slice(0, spoken)
    .map((event) => formatEventForScreenReader(event) + (hasClash(event.id) ? ', clash' : ''))
    .join('; ')
  const rest = events.length > spoken ? `; and ${events.length - spoken} more` : ''
  return `${day}: ${listed}${rest}`
}
