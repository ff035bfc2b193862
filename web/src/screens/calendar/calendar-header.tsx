// The header of the calendar: month and view controls, filters, refresh and menu.

import { formatMonth } from '@gaffer/domain/shared/dates'
import { CalendarCheck2, ChevronLeft, ChevronRight, RefreshCw, UserRoundCheck } from 'lucide-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { CalendarViewState } from '#features/events/calendar-view.ts'
import { useMeOrThrow, type OwnMembership } from '#lib/me.ts'
import { AwayButton } from '#features/events/days-away/use-days-away-sheet.tsx'
import { FindDateButton } from '#features/free-dates/use-find-date-sheet.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { ToggleChip } from '#ui/toggle-chip.tsx'
import type { Breakpoint } from '#ui/use-breakpoint.ts'
import { BandCalendarMenu, PersonalCalendarMenu } from '#features/calendar-feeds/calendar-menu.tsx'

type View = CalendarViewState['view']

type Props = {
  monthId: string
  month: string
  membership: OwnMembership | null
  view: View
  width: Breakpoint
  isRefreshing: boolean
  onTurn: (by: -1 | 1) => void
  onToday: () => void
  onView: (view: View) => void
  onRefresh: () => void
  onAway: () => void
  /** Null in the personal calendar, where no band is selected. */
  onFindDate: (() => void) | null
  filters: ReactNode
  nextUp: ReactNode
}

const views = [
  { value: 'month', label: 'Month' },
  { value: 'agenda', label: 'Agenda' },
] as const

export function CalendarHeader({ membership, filters, nextUp, width, ...props }: Props) {
  const calendarName = membership?.band.name ?? 'Personal calendar'
  const { bands } = useMeOrThrow()
  const calendarMenu = membership ? (
    <BandCalendarMenu membership={membership} />
  ) : (
    <PersonalCalendarMenu bands={bands} />
  )
  const refreshButton = (
    <IconButton
      label="Refresh"
      aria-busy={props.isRefreshing || undefined}
      icon={<RefreshCw aria-hidden="true" className={clsx('size-5', props.isRefreshing && 'animate-spin')} />}
      onClick={props.onRefresh}
    />
  )
  const viewControl = (
    <SegmentedControl
      label="View"
      options={views}
      value={props.view}
      onChange={props.onView}
      className="small-phone:p-0"
    />
  )
  const todayButton = (
    <Button variant="secondary" size="sm" className="self-stretch" onClick={props.onToday}>
      Today
    </Button>
  )

  if (width === 'wide') {
    return (
      <>
        <PageHeading
          title="Calendar"
          text={<span className="block max-w-72 truncate">{calendarName}</span>}
          actions={
            <div className="flex max-w-full flex-wrap items-center gap-2">
              <AwayButton onPress={props.onAway} />
              <FindDateButton onPress={props.onFindDate} />
              {refreshButton}
              {calendarMenu}
            </div>
          }
        />
        <div className="mb-4 empty:hidden">{nextUp}</div>
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
          <MonthBar id={props.monthId} month={props.month} onTurn={props.onTurn} />
          {todayButton}
          <div className="ml-auto flex flex-wrap items-center gap-4">
            {filters}
            <div className="w-48">{viewControl}</div>
          </div>
        </div>
      </>
    )
  }
  return (
    // On a phone in landscape the Next Up card and the tools come after the month, whose days would be below the fold.
    <div className="mb-3 grid grid-cols-1 gap-2 small-phone:-mt-3 small-phone:mb-1 small-phone:gap-1 short:contents">
      <h1 tabIndex={-1} className="sr-only">
        Calendar
      </h1>
      <div className="grid grid-cols-1 gap-2 small-phone:gap-1 md:flex md:flex-wrap md:items-end md:gap-x-3 short:mb-2">
        <div className="min-w-0 flex-1 md:basis-72">
          <p className="truncate text-xs font-medium text-muted small-phone:sr-only short:sr-only">{calendarName}</p>
          <MonthBar id={props.monthId} month={props.month} onTurn={props.onTurn}>
            {calendarMenu}
          </MonthBar>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <div className="min-w-0 flex-1 basis-38 md:w-52 md:flex-none">{viewControl}</div>
          {todayButton}
          {refreshButton}
        </div>
      </div>
      {width === 'middle' ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 short:order-last short:mt-4">
          <div className="min-w-0 flex-1 basis-72">{nextUp}</div>
          {filters}
          <div className="flex flex-wrap gap-2">
            <AwayButton onPress={props.onAway} />
            <FindDateButton onPress={props.onFindDate} />
          </div>
        </div>
      ) : (
        <div className="empty:hidden short:order-last short:mt-4">{nextUp}</div>
      )}
    </div>
  )
}

type MonthBarProps = { id: string; month: string; onTurn: (by: -1 | 1) => void; children?: ReactNode }

function MonthBar({ id, month, onTurn, children }: MonthBarProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-1">
      <h2
        id={id}
        aria-live="polite"
        className="min-w-0 flex-1 basis-28 break-words text-xl max-[22.49rem]:text-base font-bold tracking-tight xl:min-w-52 xl:flex-none xl:basis-auto xl:text-2xl"
      >
        {formatMonth(month)}
      </h2>
      {/* The buttons stay on one line, also if large text leaves no space beside the heading. */}
      <div className="flex items-center gap-x-1">
        <IconButton
          label="Previous month"
          icon={<ChevronLeft aria-hidden="true" className="size-6" />}
          onClick={() => onTurn(-1)}
        />
        <IconButton
          label="Next month"
          icon={<ChevronRight aria-hidden="true" className="size-6" />}
          onClick={() => onTurn(1)}
        />
        {children}
      </div>
    </div>
  )
}

export type CalendarFilterValues = { band: boolean; mine: boolean }

/** The class of a filter: small enough on a small phone that both filters fit beside the floating button. */
const filterClassName = 'small-phone:gap-1.5 small-phone:px-3 small-phone:text-xs'

export function CalendarFilters({
  shown,
  onChange,
}: {
  shown: CalendarFilterValues
  onChange: (shown: CalendarFilterValues) => void
}) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Show</legend>
      <ToggleChip
        className={filterClassName}
        isOn={shown.band}
        onChange={(band) => onChange({ ...shown, band })}
        icon={<CalendarCheck2 aria-hidden="true" className="size-4 max-sm:hidden" />}
      >
        Band Events
      </ToggleChip>
      <ToggleChip
        className={filterClassName}
        isOn={shown.mine}
        onChange={(mine) => onChange({ ...shown, mine })}
        icon={<UserRoundCheck aria-hidden="true" className="size-4 max-sm:hidden" />}
      >
        My Events
      </ToggleChip>
    </fieldset>
  )
}
