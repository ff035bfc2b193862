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
import {
  formatFieldChanges,
  formatEventChangeTitle,
  fieldChangesToTakeBack,
  type SetlistNamesById,
} from './format-history.ts'
import { TakeBackDialog } from './take-back-dialog.tsx'

type Props = { event: CalendarEntry; bandId: string }

export function EventHistory({ event, bandId }: Props) {
  const history = useEndpoint('GET /api/bands/:bandId/events/:eventId/history', {
    params: { bandId, eventId: event.id },
  })
  const setlists = useSetlistNames(bandId, history.data)
  const [asked, setAsked] = useState<EventHistoryEntry | null>(null)
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
              <Change
                key={change.version}
                change={change}
                setlists={setlists}
                onTakeBack={fieldChangesToTakeBack(event, change).length > 0 ? () => setAsked(change) : null}
              />
            ))}
          </ol>
          {asked && <TakeBackDialog {...{ event, bandId, setlists }} change={asked} onClose={() => setAsked(null)} />}
        </>
      )}
    </QueryState>
  )
}

/** Read only if a change is about the set list. */
function useSetlistNames(bandId: string, changes: readonly EventHistoryEntry[] | undefined): SetlistNamesById {
  const isUsed = changes?.some(({ fields }) => fields.some(({ field }) => field === 'setlistId')) ?? false
  const { data } = useEndpoint('GET /api/bands/:bandId/setlists', { params: { bandId } }, { enabled: isUsed })
  return new Map(data?.map(({ id, name }) => [id, name]))
}

type ChangeProps = { change: EventHistoryEntry; setlists: SetlistNamesById; onTakeBack: (() => void) | null }

function Change({ change, setlists, onTakeBack }: ChangeProps) {
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
