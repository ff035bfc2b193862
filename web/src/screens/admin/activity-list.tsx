import { displayDayInLondon } from '@gaffer/domain/shared/dates'
import { useActivityPages } from '#features/activity/queries.ts'
import { QueryState } from '#lib/query-state.tsx'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { groupSongActivities } from '#features/activity/group-song-activities.ts'
import { activitySentence } from '#features/activity/format-activity.ts'
import { RestoreButton } from './restore-button.tsx'

export function ActivityList({ bandId }: { bandId: string }) {
  const pages = useActivityPages(bandId)
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = pages
  return (
    <section aria-labelledby="activity">
      <h2 id="activity" className="mb-3 text-lg font-bold">
        Activity
      </h2>
      <QueryState
        query={pages}
        title="Activity"
        fallback="Failed to fetch activity"
        loading={
          <SkeletonGroup label="Loading activity">
            <Skeleton className="h-40" />
          </SkeletonGroup>
        }
      >
        {(data) => <Lines bandId={bandId} lines={groupSongActivities(data.pages.flat())} />}
      </QueryState>
      {hasNextPage && (
        <Button variant="quiet" className="mt-2" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

type LinesProps = { bandId: string; lines: ReturnType<typeof groupSongActivities> }

function Lines({ bandId, lines }: LinesProps) {
  if (lines.length === 0) return <p className="text-muted">Nothing has happened here yet.</p>
  return (
    <ol className={`${cardClassName} divide-y divide-hairline px-4`}>
      {lines.map((line) => (
        <li key={line.id} className="flex items-baseline justify-between gap-4 py-2.5 text-sm">
          <span className="min-w-0 break-words">{activitySentence(line, line)}</span>
          <span className="grid shrink-0 justify-items-end gap-1">
            <time dateTime={line.at} className="text-muted tabular-nums">
              {displayDayInLondon(line.at)}
            </time>
            {line.restorable && <RestoreButton bandId={bandId} restorable={line.restorable} subject={line.subject} />}
          </span>
        </li>
      ))}
    </ol>
  )
}
