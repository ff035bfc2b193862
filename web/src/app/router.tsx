// Every route of the product and the chunk that shows it. Who may see a page is decided in signed-in.tsx, what stands
// around it in shell.tsx.

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { LoadingScreen, PageLoading } from '#ui/loading-screen.tsx'
import { ErrorScreen, PageErrorScreen } from './error-screen.tsx'
import { Root } from './root.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface StaticDataRouteOption {
    /** Of the document, before the product's name. */
    title?: string
  }
}

const root = createRootRoute({ component: Root })

/** Every address that no other route knows, also below one of theirs. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { title: '404 Page Not Found' },
  component: lazyRouteComponent(() => import('#screens/not-found/not-found-page.tsx'), 'NotFoundPage'),
})

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('#screens/landing/landing-page.tsx'), 'LandingPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: 'Sign in' },
  validateSearch: pick('error'),
  component: lazyRouteComponent(() => import('#screens/login/login-page.tsx'), 'LoginPage'),
})

const authCallback = createRoute({
  getParentRoute: () => root,
  path: '/auth/callback',
  staticData: { title: 'Signing in' },
  validateSearch: pick('error', 'joinedBandId', 'returnTo'),
  component: lazyRouteComponent(() => import('#screens/auth-callback/auth-callback-page.tsx'), 'AuthCallbackPage'),
})

/** Pages that read through the cache. The two above stay light without it. */
const cached = createRoute({
  getParentRoute: () => root,
  id: 'cached',
  component: lazyRouteComponent(() => import('./query-provider.tsx'), 'QueryProvider'),
})

const invite = createRoute({
  getParentRoute: () => cached,
  path: '/invite/$token',
  staticData: { title: 'Invitation' },
  component: lazyRouteComponent(() => import('#screens/invite/invite-page.tsx'), 'InvitePage'),
})

const authSuccess = createRoute({
  getParentRoute: () => cached,
  path: '/auth-success',
  staticData: { title: 'Sign-in debug' },
  component: lazyRouteComponent(() => import('#screens/debug/session-page.tsx'), 'SessionPage'),
})

const testAuth = createRoute({
  getParentRoute: () => cached,
  path: '/test-auth',
  staticData: { title: 'Sign-in debug' },
  component: lazyRouteComponent(() => import('#screens/debug/session-page.tsx'), 'SessionPage'),
})

const oauthResult = createRoute({
  getParentRoute: () => cached,
  path: '/oauth-result',
  staticData: { title: 'Sign-in flow' },
  component: lazyRouteComponent(() => import('#screens/debug/sign-in-flow-page.tsx'), 'SignInFlowPage'),
})

const signedIn = createRoute({
  getParentRoute: () => cached,
  id: 'signed-in',
  component: lazyRouteComponent(async () => {
    const guard = await import('./require-auth.tsx')
    await guard.prepare()
    return guard
  }, 'RequireAuth'),
})

const onboarding = createRoute({
  getParentRoute: () => signedIn,
  path: '/onboarding',
  staticData: { title: 'Create your band' },
  component: lazyRouteComponent(() => import('#screens/onboarding/onboarding-page.tsx'), 'OnboardingPage'),
})

const shell = createRoute({
  getParentRoute: () => signedIn,
  id: 'shell',
  component: lazyRouteComponent(() => import('./app-layout.tsx'), 'AppLayout'),
})

/** Of the pages inside the shell's own main element. */
const inShell = { getParentRoute: () => shell, pendingComponent: PageLoading, errorComponent: PageErrorScreen }

const profile = createRoute({
  ...inShell,
  path: '/profile',
  staticData: { title: 'Profile' },
  component: lazyRouteComponent(() => import('#screens/profile/profile-page.tsx'), 'ProfilePage'),
})

const dashboard = createRoute({
  ...inShell,
  path: '/dashboard',
  staticData: { title: 'Dashboard' },
  component: lazyRouteComponent(() => import('#screens/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const calendar = createRoute({
  ...inShell,
  path: '/calendar',
  staticData: { title: 'Calendar' },
  validateSearch: readCalendarLink,
  component: lazyRouteComponent(() => import('#screens/calendar/calendar-page.tsx'), 'CalendarPage'),
})

const songs = createRoute({
  ...inShell,
  path: '/songs',
  staticData: { title: 'Practice list' },
  validateSearch: pick('add'),
  component: lazyRouteComponent(() => import('#screens/songs/songs-page.tsx'), 'SongsPage'),
})

const admin = createRoute({
  ...inShell,
  path: '/admin',
  staticData: { title: 'Manage band' },
  validateSearch: pick('tab', 'invite'),
  component: lazyRouteComponent(() => import('#screens/admin/admin-page.tsx'), 'AdminPage'),
})

const routeTree = root.addChildren([
  unknown,
  landing,
  login,
  authCallback,
  cached.addChildren([
    invite,
    authSuccess,
    testAuth,
    oauthResult,
    signedIn.addChildren([onboarding, shell.addChildren([profile, dashboard, calendar, songs, admin])]),
  ]),
])

/** Of the browser's own address, or of one made up where there is no browser. */
export function makeRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: ErrorScreen,
    // Written into markup it would be a script, which no document of ours may hold.
    scrollRestoration: !history,
  })
}

/** `?event=<id>` opens that event, `?add=<yyyy-MM-dd>` the form for a new one. */
function readCalendarLink({ event, add }: Record<string, unknown>): { event?: string; add?: string } {
  if (typeof event === 'string' && /^[\w-]{1,64}$/.test(event)) return { event }
  return typeof add === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(add) ? { add } : {}
}

/** The parts of an address's query that a route knows; the rest is dropped. */
function pick<Key extends string>(...keys: Key[]) {
  return (search: Record<string, unknown>): { [K in Key]?: string } => {
    const known = keys.filter((key) => search[key] !== undefined).map((key) => [key, String(search[key])])
    return Object.fromEntries(known) as { [K in Key]?: string }
  }
}
