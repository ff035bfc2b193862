// A notice in a list, as a link to its address.

import { formatTime, londonWallClock } from '@gaffer/domain/shared/dates'
import type { Notice, NoticeKind } from '@gaffer/domain/notices/notice'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  AlarmClock,
  AtSign,
  BellRing,
  CalendarCheck,
  CalendarClock,
  CalendarPlus,
  CalendarX2,
  FileClock,
  EyeOff,
  CarFront,
  Inbox,
  KeyRound,
  MessageCircleQuestionMark,
  MessageSquare,
  Music2,
  PoundSterling,
  RotateCcw,
  TriangleAlert,
  UserMinus,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'

type NoticeLook = { Icon: LucideIcon; color: string }

const noticeLooks: Record<NoticeKind, NoticeLook> = {
  'event.added': { Icon: CalendarPlus, color: 'text-muted' },
  'event.changed': { Icon: CalendarClock, color: 'text-warn' },
  'event.confirmed': { Icon: CalendarCheck, color: 'text-success' },
  'event.cancelled': { Icon: CalendarX2, color: 'text-danger' },
  'event.restored': { Icon: RotateCcw, color: 'text-success' },
  'answer.asked': { Icon: MessageCircleQuestionMark, color: 'text-accent' },
  'answer.nudge': { Icon: BellRing, color: 'text-accent' },
  'lift.changed': { Icon: CarFront, color: 'text-warn' },
  'answer.withdrawn': { Icon: UserMinus, color: 'text-danger' },
  'enquiry.received': { Icon: Inbox, color: 'text-accent' },
  reminder: { Icon: AlarmClock, color: 'text-muted' },
  'member.joined': { Icon: UserPlus, color: 'text-muted' },
  'member.left': { Icon: UserMinus, color: 'text-muted' },
  'songs.added': { Icon: Music2, color: 'text-muted' },
  'access.changed': { Icon: KeyRound, color: 'text-muted' },
  'money.paid': { Icon: PoundSterling, color: 'text-success' },
  'calendar.failing': { Icon: TriangleAlert, color: 'text-warn' },
  'recording.expiring': { Icon: FileClock, color: 'text-warn' },
  'note.mentioned': { Icon: AtSign, color: 'text-accent' },
  'note.added': { Icon: MessageSquare, color: 'text-muted' },
  'content.hidden': { Icon: EyeOff, color: 'text-warn' },
}

type Props = {
  notice: Notice
  isUnread: boolean
  /** Shows only the title of the notice. */
  isShort?: boolean
}

/** The icon and colour of a notice, with a fallback for an unknown kind, because the server may be newer than the page. */
function findNoticeLook(kind: string): NoticeLook {
  return (noticeLooks as Partial<Record<string, NoticeLook>>)[kind] ?? noticeLooks['event.changed']
}

export function NoticeRow({ notice, isUnread, isShort = false }: Props) {
  const { Icon, color } = findNoticeLook(notice.kind)
  const { pathname, searchParams } = new URL(notice.url, location.origin)
  return (
    <Link
      to={pathname as string}
      search={Object.fromEntries(searchParams)}
      className={clsx('flex items-start gap-3 px-4 transition-colors hover:bg-lit', isShort ? 'py-3' : 'py-4')}
    >
      <Icon aria-hidden="true" className={clsx('mt-0.5 size-5 shrink-0', color)} />
      <span className="min-w-0 flex-1">
        <span
          className={clsx(
            'block break-words',
            isShort && 'text-sm max-md:line-clamp-1',
            isUnread ? 'font-semibold' : 'font-medium',
          )}
        >
          {notice.title}
        </span>
        {!isShort && notice.body && <span className="block text-sm break-words text-muted">{notice.body}</span>}
        {!isShort && (
          <span className="block text-sm break-words text-faint">
            {[notice.bandName, formatNoticeTime(notice)].filter(Boolean).join(' · ')}
          </span>
        )}
      </span>
      {isUnread && (
        <span className="mt-1.5 size-2.5 shrink-0 rounded-full bg-accent forced-colors:bg-[Highlight]">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </Link>
  )
}

function formatNoticeTime({ createdAt }: Notice): string {
  return formatTime(londonWallClock(Date.parse(createdAt)).time)
}
