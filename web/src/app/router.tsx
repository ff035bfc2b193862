// Long because it lists every page. The route tree: a TanStack route for each entry of `routes` (domain/src/routes.ts), and layout
// routes. Every page is a chunk of its own.

import { notFoundTitle, routes, type RouteName } from '@gaffer/domain/routes'
import {
  createStringSearchValidator,
  validateAdminSearch,
  validateCalendarSearch,
  validateSongsSearch,
} from '@gaffer/domain/shared/search-parameters'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyFn,
  lazyRouteComponent,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router'
import { reserveFirstPopStateListener } from '#ui/first-popstate-listener.ts'
import { LoadingScreen, PageLoading } from '#ui/loading-screen.tsx'
import { ErrorScreen, PageErrorScreen } from './error-screen.tsx'
import { Root } from './root.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface StaticDataRouteOption {
    /** The title of the document, without the product's name. */
    title?: string | null
  }
}

const root = createRootRoute({ component: Root })

/** The options from the `routes` entry of a page. The path keeps its literal type, so that links to the page are typed. */
const pageOptions = <Name extends RouteName>(name: Name) => ({
  path: routes[name].path as (typeof routes)[Name]['path'],
  staticData: routes[name],
})

/** Matches every unknown path, also below the path of a page. */
const notFound = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { title: notFoundTitle },
  component: lazyRouteComponent(() => import('#screens/not-found/not-found-page.tsx'), 'NotFoundPage'),
})

const landing = createRoute({
  getParentRoute: () => root,
  ...pageOptions('landing'),
  component: lazyRouteComponent(() => import('#screens/landing/landing-page.tsx'), 'LandingPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  ...pageOptions('login'),
  validateSearch: createStringSearchValidator('error'),
  component: lazyRouteComponent(() => import('#screens/login/login-page.tsx'), 'LoginPage'),
})

const authCallback = createRoute({
  getParentRoute: () => root,
  ...pageOptions('auth-callback'),
  validateSearch: createStringSearchValidator('error', 'joinedBandId', 'returnTo'),
  component: lazyRouteComponent(() => import('#screens/auth-callback/auth-callback-page.tsx'), 'AuthCallbackPage'),
})

/** Layout route that provides the query cache. The routes above do not use it, so that their pages load less. */
const withQueryCache = createRoute({
  getParentRoute: () => root,
  id: 'cached',
  component: lazyRouteComponent(() => import('./query-provider.tsx'), 'QueryProvider'),
})

const invite = createRoute({
  getParentRoute: () => withQueryCache,
  ...pageOptions('invite'),
  component: lazyRouteComponent(() => import('#screens/invite/invite-page.tsx'), 'InvitePage'),
})

const depRequest = createRoute({
  getParentRoute: () => withQueryCache,
  ...pageOptions('dep'),
  component: lazyRouteComponent(() => import('#screens/dep/dep-page.tsx'), 'DepPage'),
})

const sharedGigSheet = createRoute({
  getParentRoute: () => withQueryCache,
  ...pageOptions('sheet'),
  component: lazyRouteComponent(() => import('#screens/sheet/sheet-page.tsx'), 'SharedGigSheetPage'),
})

const authSuccess = createRoute({
  getParentRoute: () => withQueryCache,
  ...pageOptions('auth-success'),
  component: lazyRouteComponent(() => import('#screens/debug/session-page.tsx'), 'SessionPage'),
})

/** The second address of the page of `/auth-success`, which the specification requires. */
const testAuth = createRoute({
  getParentRoute: () => withQueryCache,
  ...pageOptions('test-auth'),
  component: lazyRouteComponent(() => import('#screens/debug/session-page.tsx'), 'SessionPage'),
})

const oauthResult = createRoute({
  getParentRoute: () => withQueryCache,
  ...pageOptions('oauth-result'),
  component: lazyRouteComponent(() => import('#screens/debug/sign-in-flow-page.tsx'), 'SignInFlowPage'),
})

/** Layout route of the pages that need a session. Their loaders get the account as `context.me`. */
const signedIn = createRoute({
  getParentRoute: () => withQueryCache,
  id: 'signed-in',
  beforeLoad: lazyFn(() => import('./require-auth.tsx'), 'requireAuth'),
  component: lazyRouteComponent(() => import('./require-auth.tsx'), 'SignedInLayout'),
  errorComponent: lazyRouteComponent(() => import('./require-auth.tsx'), 'AuthErrorScreen'),
})

const onboarding = createRoute({
  getParentRoute: () => signedIn,
  ...pageOptions('onboarding'),
  component: lazyRouteComponent(() => import('#screens/onboarding/onboarding-page.tsx'), 'OnboardingPage'),
})

const layout = createRoute({
  getParentRoute: () => signedIn,
  id: 'layout',
  component: lazyRouteComponent(() => import('./app-layout.tsx'), 'AppLayout'),
})

/** Options of the pages inside `AppLayout`, which has the main element: their pending and error components have none. */
const layoutPageOptions = {
  getParentRoute: () => layout,
  loader: lazyFn(() => import('./prefetch-page.ts'), 'prefetchPage'),
  pendingComponent: PageLoading,
  errorComponent: PageErrorScreen,
}

const profile = createRoute({
  ...layoutPageOptions,
  ...pageOptions('profile'),
  component: lazyRouteComponent(() => import('#screens/profile/profile-page.tsx'), 'ProfilePage'),
})

const noticeSettings = createRoute({
  ...layoutPageOptions,
  ...pageOptions('notice-settings'),
  component: lazyRouteComponent(
    () => import('#screens/notice-settings/notice-settings-page.tsx'),
    'NoticeSettingsPage',
  ),
})

const notices = createRoute({
  ...layoutPageOptions,
  ...pageOptions('notices'),
  component: lazyRouteComponent(() => import('#screens/notices/notices-page.tsx'), 'NoticesPage'),
})

const dashboard = createRoute({
  ...layoutPageOptions,
  ...pageOptions('dashboard'),
  component: lazyRouteComponent(() => import('#screens/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const calendar = createRoute({
  ...layoutPageOptions,
  ...pageOptions('calendar'),
  validateSearch: validateCalendarSearch,
  component: lazyRouteComponent(() => import('#screens/calendar/calendar-page.tsx'), 'CalendarPage'),
})

const event = createRoute({
  ...layoutPageOptions,
  ...pageOptions('event'),
  component: lazyRouteComponent(() => import('#screens/event/event-page.tsx'), 'EventPage'),
})

const settlement = createRoute({
  ...layoutPageOptions,
  ...pageOptions('settlement'),
  component: lazyRouteComponent(() => import('#screens/settlement/settlement-page.tsx'), 'SettlementPage'),
})

const money = createRoute({
  ...layoutPageOptions,
  ...pageOptions('money'),
  component: lazyRouteComponent(() => import('#screens/money/money-page.tsx'), 'MoneyPage'),
})

const statement = createRoute({
  ...layoutPageOptions,
  ...pageOptions('statement'),
  component: lazyRouteComponent(() => import('#screens/statement/statement-page.tsx'), 'StatementPage'),
})

const recordings = createRoute({
  ...layoutPageOptions,
  ...pageOptions('recordings'),
  component: lazyRouteComponent(() => import('#screens/recordings/recordings-page.tsx'), 'RecordingsPage'),
})

const options = createRoute({
  ...layoutPageOptions,
  ...pageOptions('options'),
  component: lazyRouteComponent(() => import('#screens/options/options-page.tsx'), 'OptionsPage'),
})

const songs = createRoute({
  ...layoutPageOptions,
  ...pageOptions('songs'),
  validateSearch: validateSongsSearch,
  component: lazyRouteComponent(() => import('#screens/songs/songs-page.tsx'), 'SongsPage'),
})

const setlists = createRoute({
  ...layoutPageOptions,
  ...pageOptions('setlists'),
  component: lazyRouteComponent(() => import('#screens/setlists/setlists-page.tsx'), 'SetlistsPage'),
})

const setlist = createRoute({
  ...layoutPageOptions,
  ...pageOptions('setlist'),
  component: lazyRouteComponent(() => import('#screens/setlists/setlist-page.tsx'), 'SetlistPage'),
})

/** Options of the pages outside the layout, which cover the screen. */
const fullScreenOptions = { getParentRoute: () => signedIn, loader: layoutPageOptions.loader }

const stage = createRoute({
  ...fullScreenOptions,
  ...pageOptions('stage'),
  component: lazyRouteComponent(() => import('#screens/stage/stage-page.tsx'), 'StagePage'),
})

const chart = createRoute({
  ...fullScreenOptions,
  ...pageOptions('chart'),
  component: lazyRouteComponent(() => import('#screens/chart/chart-page.tsx'), 'ChartPage'),
})

const admin = createRoute({
  ...layoutPageOptions,
  ...pageOptions('admin'),
  validateSearch: validateAdminSearch,
  component: lazyRouteComponent(() => import('#screens/admin/admin-page.tsx'), 'AdminPage'),
})

const routeTree = root.addChildren([
  notFound,
  landing,
  login,
  authCallback,
  withQueryCache.addChildren([
    invite,
    depRequest,
    sharedGigSheet,
    authSuccess,
    testAuth,
    oauthResult,
    signedIn.addChildren([
      onboarding,
      stage,
      chart,
      layout.addChildren([
        profile,
        noticeSettings,
        notices,
        dashboard,
        calendar,
        event,
        settlement,
        money,
        statement,
        recordings,
        options,
        songs,
        setlists,
        setlist,
        admin,
      ]),
    ]),
  ]),
])

/** The route of each `routes` entry. An entry without a route is a type error here. */
export const pageRoutes: Record<RouteName, AnyRoute> = {
  landing,
  login,
  'auth-callback': authCallback,
  'auth-success': authSuccess,
  'test-auth': testAuth,
  'oauth-result': oauthResult,
  invite,
  dep: depRequest,
  sheet: sharedGigSheet,
  onboarding,
  profile,
  'notice-settings': noticeSettings,
  notices,
  dashboard,
  calendar,
  event,
  settlement,
  money,
  statement,
  recordings,
  options,
  songs,
  setlists,
  setlist,
  stage,
  chart,
  admin,
}

/** `history` is for prerendering and tests; without it, the router uses the address of the browser. */
export function makeRouter(history?: RouterHistory) {
  const isPrerendering = history !== undefined
  if (!isPrerendering) reserveFirstPopStateListener()
  return createRouter({
    routeTree,
    ...(history && { history }),
    // As on the server, /LOGIN is an unknown path.
    caseSensitive: true,
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: ErrorScreen,
    // While prerendering, scroll restoration would add an inline script, which the Content Security Policy blocks.
    scrollRestoration: !isPrerendering,
  })
}
