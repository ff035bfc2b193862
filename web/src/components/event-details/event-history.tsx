import { displayDate, displayTime, londonWallClock } from '@gaffer/domain/dates'
import type { EventChange } from '@gaffer/domain/event-history'
import { messages } from '@gaffer/domain/messages'
import { useEventChanges } from '#api/events.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { ErrorState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { changeLines, changeTitle } from './format-history.ts'

export function EventHistory({ bandId, eventId }: { bandId: string; eventId: string }) {
  const { data, error, refetch, isFetching } = useEventChanges(bandId, eventId)
  if (data) {
    return (
      <ol className="grid grid-cols-1 divide-y divide-hairline">
        {data.map((change) => (
          <Change key={change.version} change={change} />
        ))}
      </ol>
    )
  }
  if (error) {
    return (
      <ErrorState
        text={getErrorMessage(error, messages.historyNotRead)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  return (
    <SkeletonGroup label="Loading the history">
      <Skeleton className="h-16" />
    </SkeletonGroup>
  )
}

function Change({ change }: { change: EventChange }) {
  const { date, time } = londonWallClock(Date.parse(change.at))
  return (
    <li className="py-2.5 first:pt-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium break-words">{changeTitle(change)}</span>
        <time dateTime={change.at} className="text-sm text-muted tabular-nums">
          {formatRelativeTime(Date.parse(change.at))} · {displayDate(date)}, {displayTime(time)}
        </time>
      </p>
      <ul>
        {changeLines(change).map((line) => (
          <li key={line} className="text-sm break-words text-muted">
            {line}
          </li>
        ))}
      </ul>
    </li>
  )
}
