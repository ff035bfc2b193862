import { formatDate, formatTime, londonWallClock } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { QueryState } from '#lib/query-state.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { useChangeEvent, type EventChangesBody } from '#features/events/queries.ts'
import { eventName } from '#features/events/format-event.ts'
import { useEventChangeToast } from '#features/events/use-event-change-toast.ts'
import { useUndoConfirmation } from '#features/events/use-undo-confirmation.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import {
  formatFieldChanges,
  formatEventChangeTitle,
  fieldChangesToTakeBack,
  type SetlistNamesById,
} from './format-history.ts'

type Props = { event: CalendarEntry; bandId: string }

export function EventHistory({ event, bandId }: Props) {
  const history = useEndpoint('GET /api/bands/:bandId/events/:eventId/history', {
    params: { bandId, eventId: event.id },
  })
  const setlists = useSetlistNames(bandId, history.data)
  const [changeToTakeBack, setChangeToTakeBack] = useState<EventHistoryEntry | null>(null)
  return (
    <QueryState
      query={history}
      fallback={eventMessages.historyNotRead}
      loading={
        <SkeletonGroup label="Loading the history">
          <Skeleton className="h-16" />
        </SkeletonGroup>
      }
    >
      {(changes) => (
        <>
          <ol className="grid grid-cols-1 divide-y divide-hairline">
            {changes.map((change) => (
              <HistoryItem
                key={change.version}
                change={change}
                setlists={setlists}
                onTakeBack={fieldChangesToTakeBack(event, change).length > 0 ? () => setChangeToTakeBack(change) : null}
              />
            ))}
          </ol>
          {changeToTakeBack && (
            <TakeBackDialog
              {...{ event, bandId, setlists }}
              change={changeToTakeBack}
              onClose={() => setChangeToTakeBack(null)}
            />
          )}
        </>
      )}
    </QueryState>
  )
}

/** The names of the band's set lists. Requested only if a change is about the set list. */
function useSetlistNames(bandId: string, changes: readonly EventHistoryEntry[] | undefined): SetlistNamesById {
  const areSetlistsNeeded = changes?.some(({ fields }) => fields.some(({ field }) => field === 'setlistId')) ?? false
  const { data } = useEndpoint(
    'GET /api/bands/:bandId/setlists',
    { params: { bandId } },
    { enabled: areSetlistsNeeded },
  )
  return new Map(data?.map(({ id, name }) => [id, name]))
}

type HistoryItemProps = { change: EventHistoryEntry; setlists: SetlistNamesById; onTakeBack: (() => void) | null }

function HistoryItem({ change, setlists, onTakeBack }: HistoryItemProps) {
  const { date, time } = londonWallClock(Date.parse(change.at))
  return (
    <li className="py-2.5 first:pt-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium break-words">{formatEventChangeTitle(change)}</span>
        <time dateTime={change.at} className="text-sm text-muted tabular-nums">
          {formatRelativeTime(Date.parse(change.at))} · {formatDate(date)}, {formatTime(time)}
        </time>
      </p>
      <ul>
        {formatFieldChanges(change, setlists).map((line) => (
          <li key={line} className="text-sm break-words text-muted">
            {line}
          </li>
        ))}
      </ul>
      {onTakeBack && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={onTakeBack}>
          Take back
        </Button>
      )}
    </li>
  )
}

type TakeBackDialogProps = {
  event: CalendarEntry
  bandId: string
  change: EventHistoryEntry
  setlists: SetlistNamesById
  onClose: () => void
}

/** Asks before a change of an event is taken back, and lists the fields that would change. */
function TakeBackDialog({ event, bandId, change, setlists, onClose }: TakeBackDialogProps) {
  const failure = { title: eventMessages.changeNotTakenBack }
  const save = useChangeEvent(bandId, failure)
  const showChangeToast = useEventChangeToast(bandId)
  const { undoConfirmation, isPending: isUndoing } = useUndoConfirmation(bandId, failure)
  const fields = fieldChangesToTakeBack(event, change)
  const isConfirmation = isLastConfirmationOfOption(event, change)

  async function takeBack() {
    if (isConfirmation) {
      await undoConfirmation(event, { title: eventMessages.changeTakenBack, text: eventName(event) })
    } else await takeBackFields()
    onClose()
  }

  async function takeBackFields() {
    const changes: EventChangesBody = Object.fromEntries(fields.map(({ field, to }) => [field, to]))
    const saved = await save.send({ ...event, changes })
    if (!saved) return
    const toast = { title: eventMessages.changeTakenBack, text: eventName(saved.reply) }
    void showChangeToast(toast, event, saved.reply)
  }

  return (
    <ConfirmDialog
      isOpen
      title={eventMessages.askTakeBack(change.displayName)}
      text={isConfirmation ? eventMessages.optionsReopened : findTakeBackWarning(event, fields)}
      confirmLabel="Take back"
      confirmVariant="secondary"
      cancelLabel="Keep it"
      isBusy={save.isPending || isUndoing}
      canConfirm={fields.length > 0}
      onConfirm={() => void takeBack()}
      onCancel={onClose}
    >
      <ul>
        {formatFieldChanges({ fields }, setlists).map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** Whether the change confirmed an option and is the event's latest. Taking it back then also pencils the other options again. */
function isLastConfirmationOfOption({ optionGroupId, version }: CalendarEntry, change: EventHistoryEntry): boolean {
  const isConfirmation = change.fields.some(({ field, to }) => field === 'status' && to === 'confirmed')
  return optionGroupId !== null && change.version === version && isConfirmation
}

/** The warning about the consequences of a changed status; undefined if there are none. */
function findTakeBackWarning({ optionCount }: CalendarEntry, fields: EventHistoryEntry['fields']): string | undefined {
  const status = fields.find(({ field }) => field === 'status')?.to
  if (status === 'cancelled') return eventMessages.cancellingTells
  const otherOptionCount = (optionCount ?? 1) - 1
  return status === 'confirmed' && otherOptionCount > 0 ? eventMessages.confirmingCancels(otherOptionCount) : undefined
}
