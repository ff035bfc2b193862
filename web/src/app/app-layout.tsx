// The layout of signed-in pages: side navigation on large screens; top bar, drawer and tab bar on small ones.

import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLiveUpdates } from '#features/live/live.ts'
import { useHasRecordingOverlays } from '#features/recordings/overlay-state.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'
import { moveFocusOnRemoval } from '#ui/keep-focus.ts'
import { TooltipHost } from '#ui/tooltip.tsx'
import { useBreakpoint } from '#ui/use-breakpoint.ts'
import { onConnectionChange, readConnectionState } from '#lib/connection.ts'
import { useSelectedMembership } from '#features/bands/use-selected-band.ts'
import { focusHeadingSoon } from './focus-heading.ts'
import { bottomNavigationItems } from './navigation.ts'
import { NavigationTab } from './navigation-link.tsx'
import { AppBanners } from './app-banners.tsx'
import { SideNavigation } from './side-navigation.tsx'
import { TopBar } from './top-bar.tsx'

// Loaded when its button is hovered or focused.
const loadDrawer = () => import('./navigation-drawer.tsx')
const NavigationDrawer = lazyOverlay(loadDrawer, 'NavigationDrawer')

const RecordingOverlays = lazyOverlay(() => import('#features/recordings/recording-overlays.tsx'), 'RecordingOverlays')

/** Keeps this browser's push subscription with the account that is signed in. Loads nothing where notifications are not allowed. */
function usePushReconciliation(userId: string): void {
  useEffect(() => {
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return
    let isPending = true
    async function reconcile() {
      if (!isPending || readConnectionState().isLost) return
      isPending = false
      const { reconcilePush } = await import('#features/messages/push.ts')
      // A failed attempt is repeated when the connection is back, or by the next page.
      await reconcilePush(userId).catch(() => (isPending = true))
    }
    void reconcile()
    return onConnectionChange(() => void reconcile())
  }, [userId])
}

/** The service worker names the page to open when a notification was tapped while the app is open. */
function useNavigateOnNotificationTap(): void {
  const router = useRouter()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const open = ({ data }: MessageEvent<{ open?: string } | null>) => {
      if (data?.open) void router.navigate({ href: data.open })
    }
    serviceWorker.addEventListener('message', open)
    return () => serviceWorker.removeEventListener('message', open)
  }, [router])
}

export function AppLayout() {
  useLiveUpdates()
  useFocusAfterBandChoice()
  useEffect(moveFocusOnRemoval, [])
  const { user } = useMeOrThrow()
  usePushReconciliation(user.id)
  useNavigateOnNotificationTap()
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
      {isWide ? <SideNavigation /> : hasNavigation ? <TopWithDrawer /> : <TopBar />}
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-5xl px-safe pt-4 pb-[calc(5.5rem+env(safe-area-inset-bottom))] outline-none md:px-6 xl:px-10 xl:pt-10 xl:pb-16"
      >
        <AppBanners />
        <Outlet />
      </main>
      {!isWide && hasNavigation && <BottomBar />}
      <Overlays />
      <TooltipHost />
    </div>
  )
}

/** The band card that had focus unmounts once its band is selected. */
function useFocusAfterBandChoice(): void {
  const bandId = useSelectedMembership()?.bandId ?? null
  const before = useRef(bandId)
  useEffect(() => {
    const isNew = before.current !== bandId
    before.current = bandId
    return isNew && document.activeElement === document.body ? focusHeadingSoon() : undefined
  }, [bandId])
}

/** Their chunk is loaded with the first recording that plays, is made or is sent. */
function Overlays() {
  return (
    useHasRecordingOverlays() && (
      <Suspense>
        <RecordingOverlays />
      </Suspense>
    )
  )
}

function TopWithDrawer() {
  const [drawer, setDrawer] = useState<'never opened' | 'open' | 'closed'>('never opened')
  return (
    <>
      <TopBar onNearDrawer={() => void loadDrawer()} onOpenDrawer={() => setDrawer('open')} />
      {drawer !== 'never opened' && (
        <Suspense>
          <NavigationDrawer isOpen={drawer === 'open'} onClose={() => setDrawer('closed')} />
        </Suspense>
      )}
    </>
  )
}

function BottomBar() {
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
