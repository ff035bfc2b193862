// The member's connected calendars, whose busy times the member's bands see.

import { busyCalendarMessages } from '@gaffer/domain/busy-calendars/busy-calendar-messages'
import { CalendarPlus, RefreshCw, Trash2, TriangleAlert } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import {
  useBusyCalendars,
  useChangeBusyCalendar,
  useDisconnectBusyCalendar,
  useRefreshBusyCalendar,
  type BusyCalendar,
} from './queries.ts'
import { QueryState } from '#lib/query-state.tsx'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { showToast } from '#ui/toast-store.ts'
import { useDialogState } from '#ui/use-dialog-state.ts'

const ConnectBusyCalendarDialog = lazyOverlay(
  () => import('./connect-busy-calendar-dialog.tsx'),
  'ConnectBusyCalendarDialog',
)

export function BusyCalendarList() {
  const calendarsQuery = useBusyCalendars()
  const connectDialog = useDialogState<true>()
  const removeDialog = useDialogState<BusyCalendar>()
  const disconnectCalendar = useDisconnectBusyCalendar()

  async function removeCalendar({ id }: BusyCalendar) {
    if (await disconnectCalendar.send(id)) showToast({ title: busyCalendarMessages.calendarRemoved })
    removeDialog.close()
  }

  return (
    <>
      <p className="text-muted">
        Connect the calendar of your job or family, and your bands see when you are busy. They never see what you do.
      </p>
      <QueryState
        query={calendarsQuery}
        fallback="Your calendars could not be loaded."
        loading={
          <SkeletonGroup label="Loading your calendars">
            <Skeleton className="h-18" />
          </SkeletonGroup>
        }
        empty={null}
      >
        {(calendars) => (
          <ul className={`${cardClassName} divide-y divide-hairline`}>
            {calendars.map((calendar) => (
              <CalendarItem
                key={calendar.id}
                calendar={calendar}
                now={calendarsQuery.dataUpdatedAt}
                onRemove={removeDialog.open}
              />
            ))}
          </ul>
        )}
      </QueryState>
      <Button variant="secondary" onClick={() => connectDialog.open(true)} className="justify-self-start max-sm:w-full">
        <CalendarPlus aria-hidden="true" className="size-5" />
        Connect a calendar
      </Button>
      {connectDialog.subject && (
        <Suspense>
          <ConnectBusyCalendarDialog
            key={connectDialog.count}
            isOpen={connectDialog.isOpen}
            onClose={connectDialog.close}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={removeDialog.isOpen}
        title={`Remove ${removeDialog.subject?.name ?? ''}?`}
        text={busyCalendarMessages.calendarRemovalWarning}
        confirmLabel="Remove"
        isBusy={disconnectCalendar.isPending}
        onConfirm={() => removeDialog.subject && void removeCalendar(removeDialog.subject)}
        onCancel={removeDialog.close}
      />
    </>
  )
}

type CalendarItemProps = {
  calendar: BusyCalendar
  /** The time (epoch ms) at which the list was read. The item shows times relative to it. */
  now: number
  onRemove: (calendar: BusyCalendar) => void
}

function CalendarItem({ calendar, now, onRemove }: CalendarItemProps) {
  const { id, name, host, problem, failingSince, countAllDay, skippedCount } = calendar
  const changeCalendar = useChangeBusyCalendar()
  const refreshCalendar = useRefreshBusyCalendar()
  // The new value of the switch while its request runs; null otherwise.
  const [chosen, setChosen] = useState<boolean | null>(null)

  async function setCountAllDay(isOn: boolean) {
    setChosen(isOn)
    await changeCalendar.send({ params: { calendarId: id }, body: { countAllDay: isOn } })
    setChosen(null)
  }

  return (
    <li className="grid grid-cols-1 gap-2 p-4">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-sm break-words text-muted">
          {host} · {describeLastRead(calendar, now)}
        </p>
        {skippedCount > 0 && <WarningLine>{busyCalendarMessages.calendarEntriesSkipped(skippedCount)}</WarningLine>}
        {problem && failingSince && (
          <WarningLine>
            {problem} It stopped working {formatRelativeTime(Date.parse(failingSince), now)}; your bands still see the
            busy times from before.
          </WarningLine>
        )}
      </div>
      <Switch
        label="Count all-day entries"
        isOn={chosen ?? countAllDay}
        saves
        onChange={(isOn) => void (chosen === null && setCountAllDay(isOn))}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          saves
          isBusy={refreshCalendar.isPending}
          onClick={() => void refreshCalendar.send(id)}
        >
          {!refreshCalendar.isPending && <RefreshCw aria-hidden="true" className="size-5" />}
          Refresh<span className="sr-only"> {name}</span>
        </Button>
        <Button variant="dangerQuiet" size="sm" saves onClick={() => onRemove(calendar)}>
          <Trash2 aria-hidden="true" className="size-5" />
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  )
}

function WarningLine({ children }: { children: ReactNode }) {
  return (
    <p className="mt-2 flex gap-2 text-sm font-medium text-warn">
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

/** Describes the last read of a calendar: "Read 5 minutes ago, 12 busy times". */
function describeLastRead({ lastReadAt, busyCount }: BusyCalendar, now: number): string {
  const busyTimesText = `${busyCount} busy ${busyCount === 1 ? 'time' : 'times'}`
  return lastReadAt ? `Read ${formatRelativeTime(Date.parse(lastReadAt), now)}, ${busyTimesText}` : busyTimesText
}
