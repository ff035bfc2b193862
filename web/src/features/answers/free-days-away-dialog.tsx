// The dialog after a Yes to an event during the member's own days away. It offers to remove the event's days from the days away.

import { subtractEventFromDaysAway } from '@gaffer/domain/events/days-away'
import type { DaysAwayPlan } from '@gaffer/domain/events/days-away-plan'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useState } from 'react'
import { showFailure } from '#lib/show-failure.ts'
import { useFindBandForDaysAway, useSaveDaysAway, daysAwayUndoToast } from '#features/events/days-away/days-away.ts'
import { formatEventDates } from '#features/events/format-event.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast-store.ts'

type Props = { event: CalendarEntry; daysAway: readonly CalendarEntry[]; onClose: () => void }

export function FreeDaysAwayDialog({ event, daysAway, onClose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const save = useSaveDaysAway(useFindBandForDaysAway(null))

  async function removeEventDays() {
    setBusy(true)
    const { done, of, error, undo } = await save(planDaysAway(event, daysAway), [])
    if (error === null) showToast({ title: eventMessages.daysAwayChanged, ...daysAwayUndoToast(undo) })
    else {
      const partlyDoneToast = done > 0 && {
        detail: eventMessages.daysAwayPartlyChanged(done, of),
        ...daysAwayUndoToast(undo),
      }
      showFailure(error, { title: eventMessages.daysAwayNotChanged, ...partlyDoneToast })
    }
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen
      title={eventMessages.daysMarkedAway}
      text={eventMessages.daysFreed(formatEventDates(event))}
      confirmLabel="Yes, I'm free"
      confirmVariant="secondary"
      cancelLabel="Keep them"
      isBusy={isBusy}
      onConfirm={() => void removeEventDays()}
      onCancel={onClose}
    >
      <ul className="mt-2 grid gap-2">
        {daysAway.map((away) => {
          const remainingDays = subtractEventFromDaysAway(away, event)
          return (
            <li key={away.id} className="rounded-control border border-hairline bg-sunken px-3 py-2">
              <span className="block font-medium">
                {[formatEventDates(away), away.title].filter(Boolean).join(' · ')}
              </span>
              <span className="block text-sm text-muted">
                {remainingDays.length === 0
                  ? eventMessages.awayNoMore
                  : eventMessages.stillAway(remainingDays.map(formatEventDates).join(', '))}
              </span>
            </li>
          )
        })}
      </ul>
    </ConfirmDialog>
  )
}

/** Plans which days-away entries to delete, shorten or split, so that none covers a day of the event. */
function planDaysAway(event: CalendarEntry, daysAway: readonly CalendarEntry[]): DaysAwayPlan {
  const entries = daysAway.map((entry) => ({ entry, remainingDays: subtractEventFromDaysAway(entry, event) }))
  return {
    creates: entries.flatMap(({ entry, remainingDays: [, second] }) => (second ? [{ ...second, copyOf: entry }] : [])),
    changes: entries.flatMap(({ entry, remainingDays: [days] }) => (days ? [{ entry, days }] : [])),
    deletes: entries.flatMap(({ entry, remainingDays }) => (remainingDays.length === 0 ? [entry] : [])),
  }
}
