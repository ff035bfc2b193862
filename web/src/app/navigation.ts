// The navigation items, in the order in which they are shown.

import { CalendarDays, Gauge, ListMusic, Settings2, UserRound, type LucideIcon } from 'lucide-react'

export type NavigationItem = {
  label: string
  href: '/dashboard' | '/calendar' | '/songs' | '/admin' | '/profile'
  description: string
  Icon: LucideIcon
  /** Class of the icon while the item is active. */
  color: string
  /** Shows a "Coming Soon!" toast instead of navigating, unless SONG_LISTS is `open`. */
  isSongLists?: true
}

export const navigationItems: readonly NavigationItem[] = [
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
    isSongLists: true,
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

/** The bottom tab bar shows the first four. */
export const bottomNavigationItems = navigationItems.slice(0, 4)

/** Further path prefixes of the pages that belong to an item. */
const parts: Partial<Record<NavigationItem['href'], readonly string[]>> = {
  '/calendar': ['/bands/'],
  '/songs': ['/setlists'],
}

export function isCurrentNavigationItem(item: NavigationItem, path: string): boolean {
  if (/^\/bands\/[^/]+\/money/.test(path)) return item.href === '/admin'
  return path.startsWith(item.href) || (parts[item.href]?.some((part) => path.startsWith(part)) ?? false)
}

/** The name of a page's section in the top bar. */
export function sectionLabelOf(path: string): string | undefined {
  // The notices have no navigation item: the bell links to them.
  return path.startsWith('/notices')
    ? 'Notices'
    : navigationItems.find((item) => isCurrentNavigationItem(item, path))?.label
}
