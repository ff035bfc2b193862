import { formatDayInLondon, formatDate, todayInLondon } from '@gaffer/domain/shared/dates'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import type { RestorableEvent } from '@gaffer/domain/activity/activity'
import { limits } from '@gaffer/domain/shared/limits'
import { useId, useState } from 'react'
import { useActivityPages } from '#features/activity/queries.ts'
import { QueryState } from '#lib/query-state.tsx'
import { Button } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { groupSongActivities, type ActivityLine } from '#features/activity/group-song-activities.ts'
import { formatActivity } from '#features/activity/format-activity.ts'
import { useRestoreWithToast } from '#features/events/use-undo.ts'
import { Dialog } from '#ui/dialog.tsx'
import { splitByToday } from './kept-events.tsx'

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
        {(data) => <ActivityLines bandId={bandId} lines={groupSongActivities(data.pages.flat())} />}
      </QueryState>
      {hasNextPage && (
        <Button variant="quiet" className="mt-2" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

type ActivityLinesProps = { bandId: string; lines: ReturnType<typeof groupSongActivities> }

function ActivityLines({ bandId, lines }: ActivityLinesProps) {
  const id = useId()
  if (lines.length === 0) return <p className="text-muted">Nothing has happened here yet.</p>
  return (
    <ol className={`${cardClassName} divide-y divide-hairline px-4`}>
      {lines.map((line) => (
        <li key={line.id} className="flex items-baseline justify-between gap-4 py-2.5 text-sm">
          <span id={`${id}-${line.id}`} className="min-w-0 break-words">
            {formatActivity(line, line)}
          </span>
          <span className="grid shrink-0 justify-items-end gap-1">
            <time dateTime={line.at} className="text-muted tabular-nums">
              {formatDayInLondon(line.at)}
            </time>
            {line.restorable && (
              <RestoreButton
                bandId={bandId}
                restorable={line.restorable}
                subject={line.subject}
                descriptionId={`${id}-${line.id}`}
              />
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

type RestoreButtonProps = {
  bandId: string
  restorable: NonNullable<ActivityLine['restorable']>
  subject: string | null
  /** The id of the line's text, which describes a button without the name of an object. */
  descriptionId?: string
}

/** Restores the objects that were deleted by the activity of a line. The events of a former member can be chosen one by one. */
export function RestoreButton({
  bandId,
  restorable: { kind, ids, events },
  subject,
  descriptionId,
}: RestoreButtonProps) {
  const restoreWithToast = useRestoreWithToast()
  const [isBusy, setBusy] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const text =
    ids.length > 1 ? eventMessages.restoredCount(kind, ids.length) : (events?.[0]?.subject ?? subject ?? undefined)

  const restore = (chosen: readonly string[], name: string | undefined) =>
    restoreWithToast({
      deleted: [kind === 'daysAway' ? { kind, bandId: null, ids: chosen } : { kind, bandId, ids: chosen }],
      text: name ?? text,
    })

  async function restoreOrChoose() {
    if (events && events.length > 1) return setChoosing(true)
    setBusy(true)
    await restore(ids, text)
    setBusy(false)
  }

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        saves
        isBusy={isBusy}
        aria-describedby={text ? undefined : descriptionId}
        onClick={() => void restoreOrChoose()}
      >
        Restore
        {text && <span className="sr-only"> {text}</span>}
      </Button>
      {isChoosing && events && <RestoreEventsDialog {...{ events, restore }} onClose={() => setChoosing(false)} />}
    </>
  )
}

type RestoreEventsDialogProps = {
  events: readonly RestorableEvent[]
  restore: (ids: readonly string[], text: string | undefined) => Promise<void>
  onClose: () => void
}

/** The events that were deleted with a membership, each with a button that restores it. */
function RestoreEventsDialog({ events, restore, onClose }: RestoreEventsDialogProps) {
  const [today] = useState(() => todayInLondon(new Date()))
  const [busyId, setBusyId] = useState<string | null>(null)
  const { upcoming, past } = splitByToday(
    events.map((event) => ({ ...event, endDate: null })),
    today,
  )
  const isBusy = busyId !== null

  async function restoreEvents(id: string, ids: readonly string[], text: string | undefined) {
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
              void restoreEvents(
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
              onClick={() => void restoreEvents(id, [id], subject)}
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
