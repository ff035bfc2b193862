// The layout of signed-in pages: side navigation on large screens; top bar, drawer and tab bar on small screens.

import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import { Outlet, Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Menu as MenuIcon, Bell as BellIcon } from 'lucide-react'
import { useLiveUpdates } from '#features/live/live.ts'
import { useHasRecordingOverlays } from '#features/recordings/overlay-state.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { moveFocusOnRemoval } from '#ui/keep-focus.ts'
import { TooltipHost } from '#ui/tooltip.tsx'
import { useBreakpoint } from '#ui/use-breakpoint.ts'
import { onConnectionChange, readConnectionState } from '#lib/connection.ts'
import { Logo, LogoMark } from '#brand/logo.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useUnreadNoticeCount } from '#features/notices/queries.ts'
import { showAppBadge } from '#lib/app-badge.ts'
import { focusHeadingSoon } from './root.tsx'
import {
  bottomNavigationItems,
  navigationItems,
  sectionLabelOf,
  NavigationTab,
  NavigationRow,
  ThemeToggle,
} from './navigation.tsx'
import { AppBanners } from './app-banners.tsx'
import { UserMenu } from './user-menu.tsx'
import { BandSwitcher } from './band-switcher.tsx'

// The drawer's chunk is loaded when its button is hovered or focused; if that fails, again when the drawer opens.
const loadDrawer = () => import('./navigation-drawer.tsx')
const NavigationDrawer = lazyOverlay(loadDrawer, 'NavigationDrawer')

const RecordingOverlays = lazyOverlay(() => import('#features/recordings/recording-overlays.tsx'), 'RecordingOverlays')

/** Reconciles this browser's push subscription with the signed-in account. Loads nothing where notifications are not allowed. */
function usePushReconciliation(userId: string): void {
  useEffect(() => {
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
    let isPending = true
    async function reconcile() {
      if (!isPending || readConnectionState().isLost) return
      isPending = false
      try {
        const { reconcilePush } = await import('#features/messages/push.ts')
        await reconcilePush(userId)
      } catch {
        // A failed attempt is repeated when the connection is back, or by the next page.
        isPending = true
      }
    }
    void reconcile()
    return onConnectionChange(() => void reconcile())
  }, [userId])
}

export function AppLayout() {
  useLiveUpdates()
  useFocusAfterBandChoice()
  useEffect(moveFocusOnRemoval, [])
  const { user } = useMeOrThrow()
  usePushReconciliation(user.id)
  const isWide = useBreakpoint() === 'wide'
  const hasNavigation = user.profileCompleted
  return (
    <div className="min-h-dvh bg-bg xl:pl-66">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-text px-4 py-3 font-semibold text-bg focus:translate-y-0"
      >
        Skip to content
      </a>
      {isWide ? <SideNavigation /> : hasNavigation ? <TopBarWithDrawer /> : <TopBar />}
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-5xl px-safe pt-4 pb-[calc(5.5rem+env(safe-area-inset-bottom))] outline-none md:px-6 xl:px-10 xl:pt-10 xl:pb-16"
      >
        <AppBanners />
        <Outlet />
      </main>
      {!isWide && hasNavigation && <BottomTabBar />}
      <LazyRecordingOverlays />
      <TooltipHost />
    </div>
  )
}

/** Focuses the heading after the choice of a band, because the pressed band card, which had the focus, is unmounted. */
function useFocusAfterBandChoice(): void {
  const bandId = useSelectedMembership()?.bandId ?? null
  const before = useRef(bandId)
  useEffect(() => {
    const hasChanged = before.current !== bandId
    before.current = bandId
    return hasChanged && document.activeElement === document.body ? focusHeadingSoon() : undefined
  }, [bandId])
}

/** The overlays of recordings. Their chunk is loaded with the first recording that is played, made or uploaded. */
function LazyRecordingOverlays() {
  return (
    useHasRecordingOverlays() && (
      <Suspense>
        <RecordingOverlays />
      </Suspense>
    )
  )
}

function TopBarWithDrawer() {
  const [drawer, setDrawer] = useState<'never opened' | 'open' | 'closed'>('never opened')
  return (
    <>
      <TopBar onNearDrawer={() => void loadDrawer().catch(() => undefined)} onOpenDrawer={() => setDrawer('open')} />
      {drawer !== 'never opened' && (
        <Suspense>
          <NavigationDrawer isOpen={drawer === 'open'} onClose={() => setDrawer('closed')} />
        </Suspense>
      )}
    </>
  )
}

function BottomTabBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-hairline bg-surface pb-safe print:hidden"
    >
      <ul className="mx-auto grid max-w-xl grid-cols-4">
        {bottomNavigationItems.map((item) => (
          <li key={item.href}>
            <NavigationTab item={item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The side navigation of large screens. */
function SideNavigation() {
  // Until the profile is complete, every other page would redirect to /profile.
  const hasNavigation = useMeOrThrow().user.profileCompleted
  return (
    <header className="fixed inset-y-0 left-0 z-30 flex w-66 flex-col gap-4 overflow-y-auto border-r border-hairline bg-surface p-3 print:hidden">
      <div className="flex items-center justify-between pt-2">
        <Link
          to="/dashboard"
          aria-label="Gaffer, dashboard"
          className="flex min-h-11 items-center rounded-control px-3"
        >
          <Logo />
        </Link>
        {hasNavigation && <NoticesBell />}
      </div>
      {hasNavigation ? (
        <>
          <BandSwitcher />
          <nav aria-label="Main" className="flex-1">
            <ul className="grid gap-1">
              {navigationItems.map((item) => (
                <li key={item.href}>
                  <NavigationRow item={item} />
                </li>
              ))}
            </ul>
          </nav>
        </>
      ) : (
        <div className="flex-1" />
      )}
      <div className="grid grid-cols-1 gap-1 border-t border-hairline pt-3">
        <ThemeToggle />
        <UserMenu isWide />
      </div>
    </header>
  )
}

type TopBarProps = {
  /** Loads the drawer's chunk when its button is hovered or focused. */
  onNearDrawer?: () => void
  onOpenDrawer?: () => void
}

/** The top bar of small screens: drawer button, current section, bell, user menu. Sizes in px: at 200 % text the label needs the room. */
function TopBar({ onNearDrawer, onOpenDrawer }: TopBarProps) {
  const section = useLocation({ select: ({ pathname }) => sectionLabelOf(pathname) })
  return (
    <header className="@container sticky top-0 z-30 border-b border-hairline bg-surface pt-safe print:hidden">
      <div className="flex min-h-[56px] items-center gap-[8px] px-[8px] py-[4px]">
        {/* No drawer button until the profile is complete: every other page would redirect to /profile. */}
        {onOpenDrawer && (
          <IconButton
            label="Open menu"
            icon={<MenuIcon aria-hidden="true" className="size-[24px]" />}
            onPointerEnter={onNearDrawer}
            onFocus={onNearDrawer}
            onClick={onOpenDrawer}
            size="bar"
          />
        )}
        <LogoMark className="size-[24px] @max-[12rem]:hidden" />
        <p className="line-clamp-2 min-w-0 flex-1 pl-1 font-semibold break-words">{section}</p>
        {onOpenDrawer && <NoticesBell />}
        <UserMenu />
      </div>
    </header>
  )
}

const maxUnreadShown = 9

/**
 * The link to the notices. Also shows the number of unread notices on the icon of the installed app. Sizes are in px: at 200 % text the top
 * bar needs the room for its label.
 */
export function NoticesBell() {
  const unread = useUnreadNoticeCount()
  useEffect(() => void showAppBadge(unread), [unread])
  const count = unread > maxUnreadShown ? `${maxUnreadShown}+` : String(unread)
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
          className="absolute top-[3px] right-[2px] grid h-[18px] min-w-[18px] place-content-center rounded-full bg-accent px-[4px] text-[12px] leading-[16px] font-bold text-bg tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  )
}
