// The newest unread notices. Renders nothing while there are none.

import { limits } from '@gaffer/domain/shared/limits'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { Link } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { memo } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useChange } from '#offline/use-change.ts'
import { NoticeRow } from '#features/notices/notice-row.tsx'
import { cardClassName } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { useSavingGate } from '#ui/use-saving-gate.ts'

/** `fewerOnPhones`: the number of rows to leave out on a phone, where other lines of the dashboard replace them. */
type Props = { fewerOnPhones?: number }

export const UnreadNoticesSection = memo(function UnreadNoticesSection({ fewerOnPhones = 0 }: Props) {
  const { data } = useEndpoint('GET /api/me/notices', { query: {} })
  const { send: markRead, isPending } = useChange('POST /api/me/notices/read', {
    changes: 'notices',
    failure: { title: noticeMessages.noticesNotMarked },
  })
  const { gateProps, attempt } = useSavingGate()
  const maxOnPhones = Math.max(1, limits.noticesOnDashboardOfPhones - fewerOnPhones)
  const maxShown = useIsPhone() ? maxOnPhones : limits.noticesOnDashboard
  const unread = data?.notices.filter(({ readAt }) => readAt === null) ?? []
  const [newest] = unread
  if (!data || !newest) return null

  return (
    <section aria-labelledby="since-last-looked">
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <h2 id="since-last-looked" className="flex min-h-11 items-center text-lg font-bold md:min-h-12">
          Since you last looked
        </h2>
        <div className="flex items-center">
          <IconButton
            label="Mark as read"
            {...gateProps}
            aria-busy={isPending || undefined}
            icon={<CheckCheck aria-hidden="true" className="size-5" />}
            onClick={() => attempt(() => !isPending && void markRead({ body: { upTo: newest.id } }))}
          />
          <Link
            to="/notices"
            className="inline-flex min-h-11 items-center rounded-control px-2 text-sm font-semibold transition-colors hover:bg-lit"
          >
            {data.unread > maxShown ? `All ${data.unread} unread` : 'All notices'}
          </Link>
        </div>
      </div>
      <div className={`${cardClassName} overflow-hidden`}>
        <ul className="divide-y divide-hairline">
          {unread.slice(0, maxShown).map((notice) => (
            <li key={notice.id}>
              <NoticeRow notice={notice} isUnread isShort />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
})
