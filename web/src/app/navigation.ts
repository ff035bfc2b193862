// The five places a member can go, in the order they are shown.

import { CalendarDays, Gauge, ListMusic, Settings2, UserRound, type LucideIcon } from 'lucide-react'

export type NavigationItem = {
  label: string
  href: '/dashboard' | '/calendar' | '/songs' | '/admin' | '/profile'
  description: string
  Icon: LucideIcon
  /** Class of its icon while it is the current one. */
  color: string
  /** Announced, but not open yet: says so instead of going there. */
  isSoon?: true
}

export const navigation: readonly NavigationItem[] = [
  {
    label: 'Dashboard',
    href: '/dashboard',
    description: 'Overview and quick actions',
    Icon: Gauge,
    color: 'text-accent',
  },
  {
    label: 'Calendar',
    href: '/calendar',
    description: 'Schedule and events',
    Icon: CalendarDays,
    color: 'text-practice-mark',
  },
  {
    label: 'Song Lists',
    href: '/songs',
    description: 'Playbook, setlists and pipeline',
    Icon: ListMusic,
    color: 'text-gig-mark',
    isSoon: true,
  },
  {
    label: 'Manage Band',
    href: '/admin',
    description: 'Band management and settings',
    Icon: Settings2,
    color: 'text-festival-mark',
  },
  {
    label: 'Profile',
    href: '/profile',
    description: 'Personal settings',
    Icon: UserRound,
    color: 'text-accent',
  },
]

/** The bottom bar has room for these. */
export const bottomNavigation = navigation.slice(0, 4)

export function isCurrent(item: NavigationItem, path: string): boolean {
  return path.startsWith(item.href)
}
