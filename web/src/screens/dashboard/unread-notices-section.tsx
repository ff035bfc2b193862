// The newest unread notices. Renders nothing while there are none.

import { limits } from '@gaffer/domain/shared/limits'
import { messages } from '@gaffer/domain/shared/messages'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { Link } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { memo } from 'react'
import { useLatestNotices, useMarkNoticesRead } from '#features/notices/queries.ts'
import { getErrorMessage } from '#lib/api-error.ts'
import { NoticeRow } from '#features/notices/notice-row.tsx'
import { Button, buttonClassNameFor } from '#ui/button.tsx'
import { cardClassName } from '#ui/card.tsx'
import { showFailureToast } from '#ui/toast-store.ts'

export const UnreadNoticesSection = memo(function UnreadNoticesSection() {
  const { data } = useLatestNotices()
  const { mutateAsync: markRead, isPending } = useMarkNoticesRead()
  const unread = data?.notices.filter(({ readAt }) => readAt === null) ?? []
  const [newest] = unread
  if (!data || !newest) return null

  async function markAll(upTo: string) {
    try {
      await markRead(upTo)
    } catch (error) {
      showFailureToast({ title: noticeMessages.noticesNotMarked, text: getErrorMessage(error, messages.tryAgain) })
    }
  }

  return (
    <section aria-labelledby="since-last-looked">
      <h2 id="since-last-looked" className="flex min-h-12 items-center text-lg font-bold">
        Since you last looked
      </h2>
      <div className={`${cardClassName} overflow-hidden`}>
        <ul className="divide-y divide-hairline">
          {unread.slice(0, limits.noticesOnDashboard).map((notice) => (
            <li key={notice.id}>
              <NoticeRow notice={notice} isUnread isShort />
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-between gap-x-2 border-t border-hairline p-1">
          <Button variant="quiet" size="sm" saves isBusy={isPending} onClick={() => void markAll(newest.id)}>
            <CheckCheck aria-hidden="true" className="size-5" />
            Mark as read
          </Button>
          <Link to="/notices" className={buttonClassNameFor({ variant: 'quiet', size: 'sm' })}>
            {data.unread > limits.noticesOnDashboard ? `All ${data.unread} unread` : 'All notices'}
          </Link>
        </div>
      </div>
    </section>
  )
})
