import type { Page } from '@playwright/test'
import { routeNames, routes } from '@gaffer/domain/routes'
import { expectAccessible } from './axe.ts'
import { expect, selectDemoBand, signIn, test } from './fixtures.ts'
import { mainNavigation, delayFile, openPageWithTheme, rosPhone, disableLiveStream } from './shell-steps.ts'

test(
  'public pages are dark and without navigation, also when the light theme is chosen',
  { tag: '@desk' },
  async ({ page, emptyServer, allowErrors }) => {
    allowErrors(/404/)
    for (const path of ['/', '/login', '/invite/unknown-token']) {
      await openPageWithTheme(page, emptyServer.url + path, 'light')
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect(mainNavigation(page)).toHaveCount(0)
    }
    await page.goto(emptyServer.url)
    await page.getByRole('link', { name: 'Sign In to Your Band' }).click()
    await expect(page).toHaveURL(`${emptyServer.url}/login`)
  },
)

test('the document of the landing page links only its entry script, and that of /login links its page script as preload, not modulepreload', async ({
  request,
  emptyServer,
}) => {
  const landing = await (await request.get(emptyServer.url)).text()
  expect(landing.match(/assets\/[^"]+\.js/g)).toEqual([expect.stringMatching(/^assets\/index-/)])
  const login = await (await request.get(`${emptyServer.url}/login`)).text()
  expect(login).toMatch(/<link rel="preload" as="script" crossorigin href="\/assets\/login-page-/)
  expect(login).not.toContain('modulepreload')
})

test('an unknown path has status, title and heading of a 404, also below a known path', async ({
  page,
  emptyServer,
  allowErrors,
}) => {
  allowErrors(/404/)
  for (const path of ['/dashboard/nothing', '/admin/nothing', '/no/such/place']) {
    const response = await page.goto(emptyServer.url + path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
    await expect(page).toHaveTitle('404 Page Not Found · Gaffer')
  }
  await expectAccessible(page)
})

test('without a session every page that requires one redirects to /login', async ({
  page,
  emptyServer,
  allowErrors,
}) => {
  allowErrors(/401/)
  const needSession = routeNames.filter((name) => ['signed-in', 'app-shell'].includes(routes[name].audience))
  for (const name of needSession) {
    await test.step(name, async () => {
      const path = routes[name].path.replaceAll(/\$\w+/g, '01890000-0000-7000-8000-000000000000')
      await page.goto(emptyServer.url + path)
      await expect(page).toHaveURL(`${emptyServer.url}/login`)
    })
  }
  await page.goto(`${emptyServer.url}/auth/callback`)
  await expect(page).toHaveURL(`${emptyServer.url}/login`)
})

test('while the session is checked, the dashboard shows Loading... and /auth/callback shows its own text', async ({
  page,
  demo,
  context,
}) => {
  await signIn(context, demo, rosPhone)
  await selectDemoBand(context, demo)
  let latch = Promise.withResolvers<void>()
  await page.route('**/api/me', async (route) => {
    await latch.promise
    await route.continue()
  })
  await page.goto(`${demo.url}/dashboard`)
  await expect(page.getByText('Loading...')).toBeVisible()
  latch.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Night Buses')

  latch = Promise.withResolvers<void>()
  await page.goto(`${demo.url}/auth/callback`)
  await expect(page.getByText('Completing authentication...')).toBeVisible()
  latch.resolve()
  await expect(page).toHaveURL(`${demo.url}/dashboard`)
})

for (const [path, shown, later] of [
  // The neighbouring months are prefetched when the page is idle.
  ['/calendar', ['calendar', 'events'], ['calendar', 'calendar']],
  // The dashboard reads events twice: upcoming events, and the events of a year that may wait for an answer.
  ['/dashboard', ['events', 'events', 'songs'], []],
  ['/songs', ['songs'], []],
] as const) {
  test(`${path} requests its data before its scripts are loaded, and only once`, async ({ page, demo, context }) => {
    await signIn(context, demo, rosPhone)
    await selectDemoBand(context, demo)
    await disableLiveStream(page)
    const requested: string[] = []
    page.on('request', (request) => {
      const [, name] = /\/api\/(?:bands\/[^/]+\/)?(me|calendar|events|songs)(?=\?|$)/.exec(request.url()) ?? []
      if (name) requested.push(name)
    })
    const scripts = await delayFile(page, '**/assets/base-*.js')
    await page.goto(demo.url + path, { waitUntil: 'commit' })
    await expect.poll(() => requested.toSorted()).toEqual(['me', ...shown].toSorted())
    requested.length = 0
    await scripts.release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.waitForLoadState('networkidle')
    await expect.poll(() => requested).toEqual(later)
  })
}

for (const [state, response] of [
  ['has no name', { status: 200, heading: 'Complete Your Profile' }],
  ['does not exist', { status: 404, heading: 'Something went wrong' }],
] as const) {
  test(`a profile that ${state} redirects to /profile`, async ({ page, demo, context, allowErrors }) => {
    allowErrors(/404/)
    await signIn(context, demo, rosPhone)
    await page.route('**/api/me', async (route) => {
      if (response.status === 404)
        return route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found' } })
      const me = await (await route.fetch()).json()
      return route.fulfill({ json: { ...me, user: { ...me.user, firstName: null, profileCompleted: false } } })
    })
    const profilePage = response.status === 200 ? await delayFile(page, '**/assets/profile-page-*.js') : null
    await page.goto(`${demo.url}/dashboard`)
    await expect(page).toHaveURL(`${demo.url}/profile`)
    if (profilePage) {
      // Nothing of the dashboard is shown while the profile page loads.
      await expect(page.getByText('Loading...')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
      await expect(page.getByRole('main')).toHaveCount(1)
      await profilePage.release()
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(response.heading)
  })
}

test('a profile that fails to load shows an error page whose button leads to /login', async ({
  page,
  demo,
  context,
  allowErrors,
}) => {
  allowErrors(/500/)
  await signIn(context, demo, rosPhone)
  await page.addInitScript(() => localStorage.setItem('gaffer.selectedBandId', 'something'))
  await page.route('**/api/me', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${demo.url}/calendar`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
  await expect(page.getByText('Failed to load your profile. Please try again.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page).toHaveURL(`${demo.url}/login`)
  expect(await page.evaluate(() => localStorage.getItem('gaffer.selectedBandId'))).toBeNull()
})

/** An entry of the Layout Instability API, which TypeScript's DOM library lacks. */
type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        // The limit is a tenth of the Core Web Vitals limit for a good page. Smaller shifts are glyphs that change their width.
        if (value >= 0.01) shifts.push(sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(', '))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const readLayoutShifts = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)

test(
  'the landing page does not shift its layout when its font arrives late',
  { tag: '@desk' },
  async ({ page, demo }) => {
    await recordLayoutShifts(page)
    await page.route(/\.woff2$/, async (route) => {
      await new Promise((done) => setTimeout(done, 1000))
      await route.continue()
    })
    await page.goto(demo.url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    expect(await readLayoutShifts(page)).toEqual([])
  },
)

test(
  'dashboard, songs, admin, profile, landing page and calendar do not shift their layout while their data loads',
  { tag: '@desk' },
  async ({ page, demo, context }) => {
    await signIn(context, demo, rosPhone)
    await selectDemoBand(context, demo)
    await recordLayoutShifts(page)
    // Responses are slow and arrive one by one. Playwright's own measure of an idle network can miss the end of a request whose page was left.
    const reading: string[] = []
    let readAt = 0
    let count = 0
    let eventDelay = 0
    await page.route(/\/api\/(bands\/|settings$)/, async (route) => {
      const address = route.request().url()
      reading.push(address)
      await new Promise((done) =>
        setTimeout(done, (address.includes('/events?') ? eventDelay : 0) + 400 + 150 * (count++ % 4)),
      )
      try {
        await route.fulfill({ response: await route.fetch() })
      } finally {
        reading.splice(reading.indexOf(address), 1)
        readAt = Date.now()
      }
    })
    const expectNoShift = async (path: string) => {
      await page.goto(demo.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('.animate-breathe')).toHaveCount(0)
      await expect(() => {
        expect(reading).toEqual([])
        expect(Date.now() - readAt, 'milliseconds since the last read').toBeGreaterThan(500)
      }).toPass({ timeout: 20_000 })
      expect(await readLayoutShifts(page), path).toEqual([])
    }
    for (const path of ['/dashboard', '/songs', '/admin', '/profile', '/', '/calendar']) await expectNoShift(path)
    // A dismissed card reserves no space.
    await page.getByRole('button', { name: 'Dismiss Next Up' }).click()
    eventDelay = 1_600
    await expectNoShift('/calendar')
  },
)
