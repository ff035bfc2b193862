// The route manifest: every page that a browser may open. The router, the server's page list, prerendering, document titles
// and themes are derived from it. Its keys name the page's folder in web/src/screens, its chunk and its document.

/** `signed-in` and `app-shell` routes need a session; `app-shell` routes are drawn inside the navigation. */
export type Audience = 'public' | 'debug' | 'signed-in' | 'app-shell'

type Route = {
  /** In TanStack Router's syntax: `$token` is a parameter. */
  path: `/${string}`
  /** The document title, before the product's name; null shows only the product's title. */
  title: string | null
  audience: Audience
  /** `dark` ignores the member's choice of a theme. */
  theme: 'dark' | 'chosen'
}

export const routes = {
  landing: { path: '/', title: null, audience: 'public', theme: 'dark' },
  login: { path: '/login', title: 'Sign in', audience: 'public', theme: 'dark' },
  'auth-callback': { path: '/auth/callback', title: 'Signing in', audience: 'public', theme: 'chosen' },
  'auth-success': { path: '/auth-success', title: 'Sign-in debug', audience: 'debug', theme: 'chosen' },
  'test-auth': { path: '/test-auth', title: 'Sign-in debug', audience: 'debug', theme: 'chosen' },
  'oauth-result': { path: '/oauth-result', title: 'Sign-in flow', audience: 'debug', theme: 'chosen' },
  invite: { path: '/invite/$token', title: 'Invitation', audience: 'public', theme: 'dark' },
  dep: { path: '/dep/$token', title: 'Can you play?', audience: 'public', theme: 'chosen' },
  sheet: { path: '/sheet/$token', title: 'Gig sheet', audience: 'public', theme: 'chosen' },
  onboarding: { path: '/onboarding', title: 'Create your band', audience: 'signed-in', theme: 'dark' },
  profile: { path: '/profile', title: 'Profile', audience: 'app-shell', theme: 'chosen' },
  'notice-settings': { path: '/profile/notices', title: 'Notice settings', audience: 'app-shell', theme: 'chosen' },
  notices: { path: '/notices', title: 'Notices', audience: 'app-shell', theme: 'chosen' },
  dashboard: { path: '/dashboard', title: 'Dashboard', audience: 'app-shell', theme: 'chosen' },
  calendar: { path: '/calendar', title: 'Calendar', audience: 'app-shell', theme: 'chosen' },
  event: { path: '/bands/$bandId/events/$eventId', title: 'Event', audience: 'app-shell', theme: 'chosen' },
  // Not in the app shell, which has the navigation: a chart covers the screen.
  chart: { path: '/bands/$bandId/charts/$chartId', title: 'Chart', audience: 'signed-in', theme: 'chosen' },
  settlement: {
    path: '/bands/$bandId/events/$eventId/settlement',
    title: 'Settlement',
    audience: 'app-shell',
    theme: 'chosen',
  },
  money: { path: '/bands/$bandId/money', title: 'Money', audience: 'app-shell', theme: 'chosen' },
  statement: { path: '/bands/$bandId/money/statement', title: 'Statement', audience: 'app-shell', theme: 'chosen' },
  recordings: { path: '/bands/$bandId/recordings', title: 'Recordings', audience: 'app-shell', theme: 'chosen' },
  options: { path: '/bands/$bandId/options/$optionGroupId', title: 'Dates', audience: 'app-shell', theme: 'chosen' },
  songs: { path: '/songs', title: 'Practice list', audience: 'app-shell', theme: 'chosen' },
  setlists: { path: '/setlists', title: 'Set lists', audience: 'app-shell', theme: 'chosen' },
  setlist: { path: '/setlists/$setlistId', title: 'Set list', audience: 'app-shell', theme: 'chosen' },
  // Not in the app shell, which has the navigation: the stage view shows only songs.
  stage: { path: '/setlists/$setlistId/stage', title: 'Stage view', audience: 'signed-in', theme: 'dark' },
  admin: { path: '/admin', title: 'Manage band', audience: 'app-shell', theme: 'chosen' },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes
export const routeNames = Object.keys(routes) as RouteName[]

export const notFoundTitle = '404 Page Not Found'

const parameterInPath = /\$\w+/g

/** True if the route's path has parameters, so that its page differs between URLs. */
export function hasParameter(name: RouteName): boolean {
  return routes[name].path.includes('$')
}

/** The route of a URL's path, with or without a trailing slash; undefined if the page does not exist (404). */
export function findRouteName(path: string): RouteName | undefined {
  return routeNames.find((name) => isPathOfRoute(name, path, '[^/]*'))
}

/** True for routes with the theme `dark`, and for all paths below `/invite/`, even unknown ones. */
export function isAlwaysDark(path: string): boolean {
  return routeNames.some((name) => routes[name].theme === 'dark' && isPathOfRoute(name, path, '.*'))
}

function isPathOfRoute(name: RouteName, path: string, parameterPattern: string): boolean {
  const pattern = routes[name].path.replace(/\/$/, '').replace(parameterInPath, parameterPattern)
  return new RegExp(`^${pattern}/?$`).test(path)
}
