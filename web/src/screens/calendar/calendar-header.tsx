// Above the calendar: which month, which view, and what can be done to the whole of it.

import { RefreshCw } from 'lucide-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { CalendarView } from '#api/calendar-view.ts'
import { useSignedIn, type OwnMembership } from '#api/me.ts'
import { PageHeading } from '#components/page-heading.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import type { Width } from '#ui/use-breakpoint.ts'
import { CalendarMenu, PersonalCalendarMenu } from './calendar-menu.tsx'
import { MonthBar } from './month-bar.tsx'

type View = CalendarView['view']

type Props = {
  monthId: string
  month: string
  membership: OwnMembership | null
  view: View
  width: Width
  isRefreshing: boolean
  onTurn: (by: -1 | 1) => void
  onToday: () => void
  onView: (view: View) => void
  onRefresh: () => void
  filters: ReactNode
  /** What is next, where there is something. */
  nextUp: ReactNode
}

const views = [
  { value: 'month', label: 'Month' },
  { value: 'agenda', label: 'Agenda' },
] as const

export function CalendarHeader({ membership, filters, nextUp, width, ...props }: Props) {
  const whose = membership?.band.name ?? 'Personal calendar'
  const { bands } = useSignedIn()
  const menu = membership ? <CalendarMenu membership={membership} /> : <PersonalCalendarMenu bands={bands} />
  const refresh = (
    <IconButton
      label="Refresh"
      aria-busy={props.isRefreshing || undefined}
      icon={<RefreshCw aria-hidden="true" className={clsx('size-5', props.isRefreshing && 'animate-spin')} />}
      onClick={props.onRefresh}
    />
  )
  const view = <SegmentedControl label="View" options={views} value={props.view} onChange={props.onView} />
  const today = (
    <Button variant="secondary" size="sm" className="self-stretch" onClick={props.onToday}>
      Today
    </Button>
  )

  if (width === 'wide') {
    return (
      <>
        <PageHeading
          title="Calendar"
          text={<span className="block max-w-72 truncate">{whose}</span>}
          actions={
            <div className="flex max-w-full flex-wrap items-center gap-1">
              {/* Its room, also while it is not known: what is beside it is the title, which leaves it free. */}
              <div className="mr-3 min-h-16.5 w-112 max-w-full">{nextUp}</div>
              {refresh}
              {menu}
            </div>
          }
        />
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
          <MonthBar id={props.monthId} month={props.month} onTurn={props.onTurn} />
          {today}
          <div className="ml-auto flex flex-wrap items-center gap-4">
            {filters}
            <div className="w-56">{view}</div>
          </div>
        </div>
      </>
    )
  }
  return (
    <div className="mb-3 grid grid-cols-1 gap-2">
      <h1 tabIndex={-1} className="sr-only">
        Calendar
      </h1>
      <div className="grid grid-cols-1 gap-2 md:flex md:flex-wrap md:items-end md:gap-x-3">
        <div className="min-w-0 flex-1 md:basis-72">
          <p className="truncate text-xs font-medium text-muted">{whose}</p>
          <MonthBar id={props.monthId} month={props.month} onTurn={props.onTurn}>
            {menu}
          </MonthBar>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <div className="min-w-0 flex-1 basis-38 md:w-52 md:flex-none">{view}</div>
          {today}
          {refresh}
        </div>
      </div>
      {width === 'middle' ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-72">{nextUp}</div>
          {filters}
        </div>
      ) : (
        nextUp
      )}
    </div>
  )
}
