// The most frequent actions of members, in one row.

import { Link, type LinkProps } from '@tanstack/react-router'
import { CalendarPlus, CalendarSearch, CalendarX2, ListOrdered, Music2, type LucideIcon } from 'lucide-react'
import { memo } from 'react'

type Props = { today: string; onAway: () => void }

/** Memoised: an answer renders the dashboard. */
export const QuickActions = memo(function QuickActions({ today, onAway }: Props) {
  return (
    // At 200 % text the row becomes two.
    <ul
      aria-label="Quick actions"
      className="grid grid-cols-[repeat(auto-fit,minmax(3.75rem,1fr))] gap-2 xl:grid-cols-5 xl:gap-3"
    >
      <Action Icon={Music2} label="Practice list" to="/songs" />
      <Action Icon={ListOrdered} label="Set lists" to="/setlists" />
      <li className="flex">
        <button type="button" onClick={onAway} className={className}>
          <Face Icon={CalendarX2} label="I'm away" />
        </button>
      </li>
      <Action Icon={CalendarSearch} label="Find a date" to="/calendar" search={{ find: '' }} />
      <Action Icon={CalendarPlus} label="Add event" to="/calendar" search={{ add: today }} />
    </ul>
  )
})

const className =
  'flex min-h-17 flex-1 flex-col items-center justify-center gap-1 rounded-control border border-control bg-surface px-1 py-1.5 text-center text-xs leading-4 font-semibold transition-colors hover:bg-lit xl:min-h-14 xl:flex-row xl:gap-2.5 xl:text-sm'

type FaceProps = { Icon: LucideIcon; label: string }

function Action({
  to,
  search,
  ...face
}: FaceProps & { to: NonNullable<LinkProps['to']>; search?: LinkProps['search'] }) {
  return (
    <li className="flex">
      <Link to={to} {...(search && { search })} className={className}>
        <Face {...face} />
      </Link>
    </li>
  )
}

function Face({ Icon, label }: FaceProps) {
  return (
    <>
      <Icon aria-hidden="true" className="size-5.5 shrink-0 text-accent" />
      {label}
    </>
  )
}
