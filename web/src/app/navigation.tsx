// The navigation items, in the order in which they are shown; an item as a row (side navigation, drawer) and as a tab (bottom bar); and the
// theme toggle beneath the rows.

import { CalendarDays, Gauge, ListMusic, Settings2, UserRound, type LucideIcon, Moon, Sun } from 'lucide-react'
import { Link, useLocation } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useSongLists } from '#features/operations/queries.ts'
import { Badge } from '#ui/badge.tsx'
import { showToast } from '#ui/toast-store.ts'
import { storageKeys, writeStored } from '#lib/browser-storage.ts'
import { readChosenTheme, subscribeToTheme, type Theme } from './theme.ts'

type NavigationItem = {
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

/** The items of the bottom tab bar, which has room for four. */
export const bottomNavigationItems = navigationItems.slice(0, 4)

/** The further path prefixes of an item: on a page below them, the item is the current one. */
const morePathPrefixes: Partial<Record<NavigationItem['href'], readonly string[]>> = {
  '/calendar': ['/bands/'],
  '/songs': ['/setlists'],
}

function isCurrentNavigationItem(item: NavigationItem, path: string): boolean {
  if (/^\/bands\/[^/]+\/money/.test(path)) return item.href === '/admin'
  return path.startsWith(item.href) || (morePathPrefixes[item.href]?.some((part) => path.startsWith(part)) ?? false)
}

/** The name of a page's section in the top bar. */
export function sectionLabelOf(path: string): string | undefined {
  // The notices have no navigation item: the bell links to them.
  return path.startsWith('/notices')
    ? 'Notices'
    : navigationItems.find((item) => isCurrentNavigationItem(item, path))?.label
}

type Props = { item: NavigationItem; onNavigate?: (() => void) | undefined }

export function NavigationRow({ item, onNavigate }: Props) {
  const isCurrent = useIsCurrent(item)
  const isSoon = useIsSoon(item)
  const entryClassName = clsx(
    'flex w-full items-center gap-3 rounded-control px-3 py-2 text-left transition-colors hover:bg-lit',
    isCurrent ? 'bg-lit text-text' : 'text-muted hover:text-text',
  )
  return (
    <NavigationEntry {...{ item, isCurrent, isSoon, onNavigate }} className={entryClassName}>
      <item.Icon aria-hidden="true" className={clsx('size-5 shrink-0', isCurrent && item.color)} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 font-semibold">
          {item.label}
          {isSoon && <Badge>Soon</Badge>}
        </span>
        <span className="block text-xs text-faint">{item.description}</span>
      </span>
    </NavigationEntry>
  )
}

export function NavigationTab({ item }: { item: NavigationItem }) {
  const isCurrent = useIsCurrent(item)
  const isSoon = useIsSoon(item)
  const entryClassName = clsx(
    'relative flex h-16 w-full flex-col items-center justify-center gap-1 text-xs font-medium transition-colors',
    isCurrent ? 'font-semibold text-text' : 'text-faint hover:text-text',
  )
  return (
    <NavigationEntry {...{ item, isCurrent, isSoon }} className={entryClassName}>
      {isCurrent && <span aria-hidden="true" className="absolute inset-x-4 top-0 border-t-2 border-accent" />}
      <item.Icon aria-hidden="true" className={clsx('size-6', isCurrent && item.color)} />
      {/* The four labels must fit side by side, however large the text. */}
      <span className="max-w-full truncate text-[min(0.75rem,3.5vw)]">{item.label}</span>
      {isSoon && (
        <span className="absolute top-1 left-1/2 ml-1.5 rounded-chip border border-hairline bg-raised px-[3px] text-[10px] leading-[14px] font-semibold text-muted">
          {' '}
          Soon
        </span>
      )}
    </NavigationEntry>
  )
}

type EntryProps = Props & { isCurrent: boolean; isSoon: boolean; className: string; children: ReactNode }

function NavigationEntry({ item, isCurrent, isSoon, className, onNavigate, children }: EntryProps) {
  if (isSoon) {
    const announce = () => {
      onNavigate?.()
      showToast({
        title: 'Coming Soon!',
        text: 'Song Lists features are being finalized for launch',
        durationMs: 3000,
      })
    }
    return (
      <button type="button" className={className} aria-current={isCurrent ? 'page' : undefined} onClick={announce}>
        {children}
      </button>
    )
  }
  return (
    <Link
      to={item.href as string}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      {...(onNavigate && { onClick: onNavigate })}
    >
      {children}
    </Link>
  )
}

function useIsCurrent(item: NavigationItem): boolean {
  return useLocation({ select: (location) => isCurrentNavigationItem(item, location.pathname) })
}

function useIsSoon(item: NavigationItem): boolean {
  const songLists = useSongLists()
  return item.isSongLists === true && songLists === 'soon'
}

export function ThemeToggle() {
  const [theme, toggle] = useTheme()
  const isDark = theme === 'dark'
  const Icon = isDark ? Sun : Moon
  return (
    <button
      type="button"
      onClick={toggle}
      className="flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-left font-medium text-muted transition-colors hover:bg-lit hover:text-text"
    >
      <Icon aria-hidden="true" className="size-5" />
      {isDark ? 'Light theme' : 'Dark theme'}
    </button>
  )
}

function useTheme(): [theme: Theme, toggle: () => void] {
  const theme = useSyncExternalStore(subscribeToTheme, readChosenTheme)
  const toggle = () => {
    writeStored('theme', theme === 'dark' ? 'light' : 'dark')
    // Browsers dispatch this event in other tabs only, so this tab dispatches its own.
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.theme }))
  }
  return [theme, toggle]
}
