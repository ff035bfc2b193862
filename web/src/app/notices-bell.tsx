import { Link } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useUnreadNoticeCount } from '#features/notices/queries.ts'
import { showAppBadge } from '#lib/app-badge.ts'

const mostShown = 9

/**
 * The link to the notices. Also shows the number of unread notices on the icon of the installed app. Sizes are in px: at 200 % text the top
 * bar needs the room for its label.
 */
export function NoticesBell() {
  const unread = useUnreadNoticeCount()
  useEffect(() => void showAppBadge(unread), [unread])
  const count = unread > mostShown ? `${mostShown}+` : String(unread)
  return (
    <Link
      to="/notices"
      aria-label={unread > 0 ? `Notices, ${count} unread` : 'Notices'}
      data-tip="Notices"
      className="relative inline-grid size-[44px] shrink-0 place-content-center rounded-control text-muted transition-colors hover:bg-lit hover:text-text aria-[current]:text-text"
    >
      <BellIcon aria-hidden="true" className="size-[24px]" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-[3px] right-[2px] grid h-[18px] min-w-[18px] place-content-center rounded-full bg-accent px-[4px] text-[11px] leading-none font-bold text-bg tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  )
}
