// The sheet on which a member marks days as away, by taps and drags over the months of a year.

import { addMonths, endOfMonth, startOfMonth, dayInWords } from '@gaffer/domain/shared/dates'
import { groupConsecutiveDays, datesOfRange, planDaysAway } from '@gaffer/domain/events/days-away-plan'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { spansOverlap } from '@gaffer/domain/shared/span'
import { useMemo, useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { showFailure } from '#lib/show-failure.ts'
import type { DateRange } from '#features/events/date-ranges.ts'
import { useFindBandForDaysAway, useSaveDaysAway, daysAwayUndoToast } from './days-away.ts'
import type { OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEventUndoToastFactory } from '#features/events/event-details/use-event-undo-toast-factory.ts'
import { formatEventNameAndDates, eventName, formatEventTimes } from '#features/events/format-event.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast-store.ts'
import { cardClassName } from '#ui/card.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { daysAwayMonthCount, DaysAwayMonths } from './days-away-months.tsx'
import { daysAwayAfterPainting, useDayPainting } from './use-day-painting.ts'

type Props = {
  isOpen: boolean
  /** The membership of the band in which new entries are stored; null to store them in the member's own calendar. */
  membership: OwnMembership | null
  today: string
  /** The first month (`yyyy-MM`); null for this month. */
  month: string | null
  onClose: () => void
}

export function DaysAwaySheet({ isOpen, membership, today, month, onClose }: Props) {
  const range = useMemo(() => sheetRangeFrom(today), [today])
  const calendar = useEndpoint('GET /api/me/events', { query: range })
  const { entries, events, stored, busy } = useMemo(() => splitDaysAwayAndEvents(calendar.data ?? []), [calendar.data])
  const painting = useDayPainting({ stored, earliest: today, latest: range.endDate })
  const { addedDays, removedDays } = painting
  const [isAsking, setAsking] = useState(false)
  const [cancelledIds, setCancelledIds] = useState<ReadonlySet<string>>(new Set())
  const [isSaving, setSaving] = useState(false)
  const save = useSaveDaysAway(useFindBandForDaysAway(membership))
  const undoDeletion = useEventUndoToastFactory()
  const isDirty = addedDays.length + removedDays.length > 0
  const affectedEvents = useMemo(() => findEventsOnDays(addedDays, events), [addedDays, events])

  async function askOrSave() {
    if (!isDirty) return
    if (!isAsking) {
      // A stale calendar may lack an event that was added since, about which the member must be asked.
      const currentEntries = calendar.isFetching || calendar.isStale ? await readCalendar() : calendar.data
      if (!currentEntries) return
      if (findEventsOnDays(addedDays, splitDaysAwayAndEvents(currentEntries).events).length > 0) return setAsking(true)
    }
    setSaving(true)
    const eventsToCancel = affectedEvents.filter(({ id }) => cancelledIds.has(id))
    const outcome = await save(planDaysAway(entries, daysAwayAfterPainting(stored, painting)), eventsToCancel)
    setSaving(false)
    if (outcome.error !== null) return showSaveFailure(outcome)
    const names = eventsToCancel.map(formatEventNameAndDates).join(', ')
    const undoCancelling = eventsToCancel.length > 0 ? undoDeletion(eventsToCancel) : null
    showToast({
      title: 'Success',
      text: formatDaysAwaySaved(addedDays.length, removedDays.length),
      ...(undoCancelling && { detail: `${eventMessages.affectedEventsDeleted}: ${names}`, ...undoCancelling }),
      ...(removedDays.length > 0 && daysAwayUndoToast(outcome.undo, undoCancelling?.action?.onPress)),
    })
    onClose()
  }

  /** Reads the calendar from the server. Shows a toast and resolves to null if that fails. */
  async function readCalendar(): Promise<readonly CalendarEntry[] | null> {
    setSaving(true)
    const { data, error } = await calendar.refetch({ cancelRefetch: false })
    setSaving(false)
    if (error) showFailure(error, { title: eventMessages.affectedEventsNotChecked })
    return error ? null : (data ?? null)
  }

  function showSaveFailure({ done, of, error }: { done: number; of: number; error: unknown }) {
    const saved = done > 0 && { detail: eventMessages.daysAwayPartlySaved(done, of) }
    showFailure(error, { title: 'Error', text: eventMessages.daysAwayFailed, ...saved })
    setAsking(false)
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={isAsking ? 'On those days' : "I'm away"}
      description={isAsking ? undefined : eventMessages.daysAwayHint}
      height="tall"
      isDirty={isDirty}
      footer={
        <div className={isAsking ? 'grid grid-cols-[auto_1fr] gap-3' : 'grid grid-cols-1'}>
          {isAsking && (
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Back
            </Button>
          )}
          <Button isWide saves isBusy={isSaving} disabled={!isDirty} onClick={() => void askOrSave()}>
            {formatDaysAwaySaveLabel(addedDays.length, removedDays.length)}
          </Button>
        </div>
      }
    >
      {isAsking ? (
        <AffectedEventChoices events={affectedEvents} cancelledIds={cancelledIds} onChange={setCancelledIds} />
      ) : (
        <QueryState query={calendar} fallback="Failed to fetch events" loading={<Skeleton className="h-80" />}>
          {() => (
            <DaysAwayMonths
              today={today}
              latest={range.endDate}
              month={month}
              stored={stored}
              busy={busy}
              painting={painting}
            />
          )}
        </QueryState>
      )}
    </Dialog>
  )
}

function sheetRangeFrom(today: string): DateRange {
  return { startDate: today, endDate: endOfMonth(addMonths(startOfMonth(today), daysAwayMonthCount - 1)) }
}

/** Splits the calendar's entries into days away and events. `stored` has the days of all days away, `busy` the days with an event. */
function splitDaysAwayAndEvents(all: readonly CalendarEntry[]) {
  const entries = all.filter(({ type }) => type === 'unavailable')
  const events = all.filter(({ type, status }) => type !== 'unavailable' && status !== 'cancelled')
  return {
    entries,
    events,
    stored: new Set(entries.flatMap(datesOfRange)),
    busy: new Set(events.flatMap(datesOfRange)),
  }
}

function findEventsOnDays(days: readonly string[], events: readonly CalendarEntry[]): CalendarEntry[] {
  const spans = groupConsecutiveDays(days).map((run) => ({ ...run, startTime: null, endTime: null, isAllDay: true }))
  return events.filter((event) => spans.some((span) => spansOverlap(event, span)))
}

type AffectedEventChoicesProps = {
  events: readonly CalendarEntry[]
  /** The ids of the events to cancel. */
  cancelledIds: ReadonlySet<string>
  onChange: (cancelledIds: ReadonlySet<string>) => void
}

const choiceOptions = [
  { value: 'keep', label: 'Keep' },
  { value: 'cancel', label: 'Cancel it' },
] as const

/** Lists the band events on new days away, each with the choice to keep (the default) or cancel it. */
function AffectedEventChoices({ events, cancelledIds, onChange }: AffectedEventChoicesProps) {
  function chooseForEvent(id: string, choice: 'keep' | 'cancel') {
    const next = new Set(cancelledIds)
    if (choice === 'cancel') next.add(id)
    else next.delete(id)
    onChange(next)
  }

  return (
    <>
      <p className="mb-4 text-muted">{eventMessages.daysAwayInTheWay}</p>
      <ul className="grid grid-cols-1 gap-3">
        {events.map((event) => (
          <li key={event.id} className={`${cardClassName} grid grid-cols-1 gap-2 p-3`}>
            <div className="min-w-0 break-words">
              <p className="font-semibold">
                {eventName(event)}
                {event.status === 'tentative' && ' (pencilled)'}
              </p>
              <p className="text-sm text-muted">
                {[dayInWords(event.date), formatEventTimes(event), event.bandName].filter(Boolean).join(' · ')}
              </p>
            </div>
            <SegmentedControl
              label={`${eventName(event)}, ${dayInWords(event.date)}`}
              options={choiceOptions}
              value={cancelledIds.has(event.id) ? 'cancel' : 'keep'}
              onChange={(choice) => chooseForEvent(event.id, choice)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The label of the save button: "Save 9 days away", "Remove 1 day away", "Save 2 days away, remove 1". */
export function formatDaysAwaySaveLabel(added: number, removed: number): string {
  if (added === 0 && removed === 0) return 'Save days away'
  if (added === 0) return `Remove ${formatDayCount(removed)}`
  return removed === 0 ? `Save ${formatDayCount(added)}` : `Save ${formatDayCount(added)}, remove ${removed}`
}

/** The text of the toast after a save: "9 days away saved, 2 removed". */
export function formatDaysAwaySaved(added: number, removed: number): string {
  if (added === 0) return `${formatDayCount(removed)} removed`
  return removed === 0 ? `${formatDayCount(added)} saved` : `${formatDayCount(added)} saved, ${removed} removed`
}

function formatDayCount(count: number): string {
  return count === 1 ? '1 day away' : `${count} days away`
}
