import { displayDayInLondon } from '@gaffer/domain/shared/dates'
import { useActivityPages } from '#features/activity/queries.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { ErrorState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { groupSongActivities } from '#features/activity/group-song-activities.ts'
import { activitySentence } from '#features/activity/format-activity.ts'
import { RestoreButton } from './restore-button.tsx'

export function ActivityList({ bandId }: { bandId: string }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = useActivityPages(bandId)
  const lines = data && groupSongActivities(data.pages.flat())
  return (
    <section aria-labelledby="activity">
      <h2 id="activity" className="mb-3 text-lg font-bold">
        Activity
      </h2>
      {error && !lines && (
        <ErrorState
          title="Activity"
          text={getErrorMessage(error, 'Failed to fetch activity')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!error && !lines && (
        <SkeletonGroup label="Loading activity">
          <Skeleton className="h-40" />
        </SkeletonGroup>
      )}
      {lines?.length === 0 && <p className="text-muted">Nothing has happened here yet.</p>}
      {lines && lines.length > 0 && (
        <ol className={`${cardClassName} divide-y divide-hairline px-4`}>
          {lines.map((line) => (
            <li key={line.id} className="flex items-baseline justify-between gap-4 py-2.5 text-sm">
              <span className="min-w-0 break-words">{activitySentence(line, line)}</span>
              <span className="grid shrink-0 justify-items-end gap-1">
                <time dateTime={line.at} className="text-muted tabular-nums">
                  {displayDayInLondon(line.at)}
                </time>
                {line.restorable && (
                  <RestoreButton bandId={bandId} restorable={line.restorable} subject={line.subject} />
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="quiet" className="mt-2" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}
