// The events that went with a former member, each with a button that restores it.

import type { RestorableEvent } from '@gaffer/domain/activity/activity'
import { formatDate, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { splitByToday } from './split-by-today.ts'

type Props = {
  events: readonly RestorableEvent[]
  restore: (ids: readonly string[], text: string | undefined) => Promise<void>
  onClose: () => void
}

export function RestoreEventsDialog({ events, restore, onClose }: Props) {
  const [today] = useState(() => todayInLondon(new Date()))
  const [busyId, setBusyId] = useState<string | null>(null)
  const { upcoming, past } = splitByToday(
    events.map((event) => ({ ...event, endDate: null })),
    today,
  )
  const isBusy = busyId !== null

  async function press(id: string, ids: readonly string[], text: string | undefined) {
    if (isBusy) return
    setBusyId(id)
    await restore(ids, text)
    setBusyId(null)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Restore events"
      description={`Events that you restore become yours, and the band is told. You can do this for ${limits.restorableDays} days after the member left.`}
      footer={
        events.length > 1 && (
          <Button
            isWide
            saves
            isBusy={busyId === 'all'}
            onClick={() =>
              void press(
                'all',
                events.map(({ id }) => id),
                undefined,
              )
            }
          >
            Restore all {events.length}
          </Button>
        )
      }
    >
      <ul aria-label="Events" className="divide-y divide-hairline">
        {[...upcoming, ...past].map(({ id, subject, date }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <span className="grid min-w-0">
              <span className="font-medium break-words">{subject}</span>
              <span className="text-sm text-muted">{formatDate(date)}</span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              saves
              isBusy={busyId === id}
              onClick={() => void press(id, [id], subject)}
            >
              Restore
              <span className="sr-only">
                {' '}
                {subject}, {formatDate(date)}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
