// The notices of the last 90 days. Opening the page marks them as read.

import { SavingDisabledReasonContext } from '#ui/saving-disabled.tsx'
import { Link } from '@tanstack/react-router'
import { Bell, Settings2 } from 'lucide-react'
import { useState, use, useEffect, useSyncExternalStore } from 'react'
import { addDays, dayInWords, todayInLondon } from '@gaffer/domain/shared/dates'
import { useNoticePages, type Notice } from '#features/notices/queries.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import { NoticeRow } from '#features/notices/notice-row.tsx'
import { useToday } from '#lib/use-now.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { useChange } from '#offline/use-change.ts'

const notReadText = 'Failed to fetch your notices'

export function NoticesPage() {
  return (
    <div className="max-w-2xl">
      <PageHeading
        title="Notices"
        text="What happened in your bands in the last 90 days."
        actions={
          <Link to="/profile/notices" className={buttonClassNameFor({ variant: 'secondary', size: 'sm' })}>
            <Settings2 aria-hidden="true" className="size-5" />
            Notice settings
          </Link>
        }
      />
      <NoticeList />
    </div>
  )
}

function NoticeList() {
  const today = useToday()
  const pages = useNoticePages()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = pages
  const notices = data?.pages.flatMap((page) => page.notices) ?? []
  const newIds = useNewNotices(notices)
  const isAnyUnread = (data?.pages[0]?.unread ?? 0) > 0
  useMarkNoticesReadUpTo((isAnyUnread && notices[0]?.id) || null)

  if (!data) return <QueryState query={pages} fallback={notReadText} loading={<NoticesSkeleton />} />
  if (notices.length === 0) return <NoNotices />
  return (
    <div className="grid grid-cols-1 gap-6">
      {groupNoticesByDay(notices, today).map(({ label, notices: ofDay }) => (
        <section key={label} aria-label={label}>
          <h2 className="mb-2 text-lg font-bold">{label}</h2>
          <ul className={`${cardClassName} divide-y divide-hairline overflow-hidden`}>
            {ofDay.map((notice) => (
              <li key={notice.id}>
                <NoticeRow notice={notice} isUnread={newIds.has(notice.id)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button variant="secondary" isWide isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older notices
        </Button>
      )}
      {error && (
        <p role="alert" className="text-danger">
          {getErrorMessage(error, notReadText)}
        </p>
      )}
    </div>
  )
}

/** Ids of the notices that were unread when the page showed them first. They stay marked until the page is left. */
function useNewNotices(notices: readonly Notice[]): ReadonlySet<string> {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set())
  const unreadIds = notices.filter(({ id, readAt }) => readAt === null && !newIds.has(id)).map(({ id }) => id)
  if (unreadIds.length > 0) setNewIds(new Set([...newIds, ...unreadIds]))
  return newIds
}

function NoNotices() {
  return (
    <EmptyState
      icon={<Bell aria-hidden="true" className="size-10" />}
      title="No notices yet"
      text="When the band adds, moves or cancels something, or asks whether you can make it, you read it here first."
      action={
        <Link to="/profile/notices" className={buttonClassNameFor()}>
          Choose how you are told
        </Link>
      }
    />
  )
}

function NoticesSkeleton() {
  return (
    <SkeletonGroup label="Loading your notices">
      <div className="grid grid-cols-1 gap-2">
        <Skeleton className="mb-1 h-7 w-24" />
        <Skeleton className="h-20" isCard />
        <Skeleton className="h-20" isCard />
        <Skeleton className="h-20" isCard />
      </div>
    </SkeletonGroup>
  )
}

/**
 * Marks a notice and all older ones as read while the page is visible. Waits for the connection if there is none.
 *
 * @param upTo the newest notice; null while none is unread
 */
function useMarkNoticesReadUpTo(upTo: string | null): void {
  const { mutate } = useChange('POST /api/me/notices/read', { changes: 'notices', failure: null })
  const isVisible = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible')
  const isOffline = use(SavingDisabledReasonContext) !== null
  useEffect(() => {
    if (upTo !== null && isVisible && !isOffline) mutate({ body: { upTo } })
  }, [mutate, upTo, isVisible, isOffline])
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

type NoticesOfDay = { label: string; notices: Notice[] }

/** Groups notices, which are newest first, by their day in London: "Today", "Yesterday", "Friday 12 March". */
export function groupNoticesByDay(notices: readonly Notice[], today: string): NoticesOfDay[] {
  const byDay = Map.groupBy(notices, ({ createdAt }) => todayInLondon(new Date(createdAt)))
  return [...byDay].map(([day, ofDay]) => ({ label: dayLabelOf(day, today), notices: ofDay }))
}

function dayLabelOf(day: string, today: string): string {
  if (day === today) return 'Today'
  return day === addDays(today, -1) ? 'Yesterday' : dayInWords(day)
}
