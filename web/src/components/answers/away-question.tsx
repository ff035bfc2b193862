// Asked after a Yes to an event during own days away: frees the days of the event.

import { daysLeftAway } from '@gaffer/domain/days-away'
import type { Event } from '@gaffer/domain/event'
import { messages } from '@gaffer/domain/messages'
import { useState } from 'react'
import { useAddEvent, useChangeEvent, useDeleteEvent } from '#api/events.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { useIdempotencyKey } from '#lib/idempotency-key.ts'
import { eventDates } from '#components/format-event.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showFailure, showToast } from '#ui/toast-store.ts'

type Props = { event: Event; daysAway: readonly Event[]; onClose: () => void }

export function AwayQuestion({ event, daysAway, onClose }: Props) {
  const [isBusy, setBusy] = useState(false)
  const freeDays = useFreeDays()

  async function confirm() {
    setBusy(true)
    try {
      for (const away of daysAway) await freeDays(away, event)
      showToast({ title: messages.daysAwayChanged })
    } catch (error) {
      showFailure({ title: messages.daysAwayNotChanged, text: getErrorMessage(error, messages.tryAgain) })
    }
    onClose()
  }

  return (
    <ConfirmDialog
      isOpen
      title={messages.daysMarkedAway}
      text={messages.daysFreed(eventDates(event))}
      confirmLabel="Yes, I'm free"
      confirmVariant="secondary"
      cancelLabel="Keep them"
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <ul className="mt-2 grid gap-2">
        {daysAway.map((away) => {
          const left = daysLeftAway(away, event)
          return (
            <li key={away.id} className="rounded-control border border-hairline bg-sunken px-3 py-2">
              <span className="block font-medium">{[eventDates(away), away.title].filter(Boolean).join(' · ')}</span>
              <span className="block text-sm text-muted">
                {left.length === 0 ? messages.awayNoMore : messages.stillAway(left.map(eventDates).join(', '))}
              </span>
            </li>
          )
        })}
      </ul>
    </ConfirmDialog>
  )
}

/** Deletes, shortens or splits an entry of own days away. */
function useFreeDays() {
  const { mutateAsync: add } = useAddEvent(null)
  const { mutateAsync: change } = useChangeEvent(null)
  const { mutateAsync: remove } = useDeleteEvent(null)
  const { keyFor } = useIdempotencyKey()
  return async (away: Event, event: Event) => {
    const [kept, second] = daysLeftAway(away, event)
    if (!kept) return void (await remove(away))
    if (second) {
      // First, so that a failure of the next request loses no day.
      const body = { type: 'unavailable' as const, ...second, title: away.title, notes: away.notes }
      await add({ body, idempotencyKey: keyFor(body) })
    }
    await change({ ...away, changes: kept })
  }
}
