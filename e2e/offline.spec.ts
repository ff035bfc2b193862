// Offline pages from the responses that the service worker stored, and updates of the service worker.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import { createInviteLink, joinWithNewAccount, nextPhoneNumber } from './identity-steps.ts'
import { startNextBuildProxy } from './next-build-proxy.ts'

test.use({ serviceWorkers: 'allow' })

const copiedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('gaffer-copies-'))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname.replace(/[0-9a-f-]{36}/, '*'))
  })

/** Waits for the service worker, which a page registers when it is idle. */
async function waitForWorker(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

async function addSongAndGigTonight(context: BrowserContext, url: string) {
  const { bands } = (await (await context.request.get(`${url}/api/me`)).json()) as { bands: { bandId: string }[] }
  const song = await context.request.post(`${url}/api/bands/${bands[0]?.bandId}/songs`, {
    data: { title: 'Opener', artist: 'Us' },
  })
  expect(song.status()).toBe(201)
  const response = await context.request.post(`${url}/api/bands/${bands[0]?.bandId}/events`, {
    data: {
      type: 'public_gig',
      date: todayInLondon(new Date()),
      startTime: '20:00',
      title: 'Tonight',
      venue: 'The Adelphi',
    },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(response.status()).toBe(201)
}

test('offline pages show stored responses with their age and disable what needs the server; responses about invitations are not stored; an offline sign-out deletes the stored responses at once and ends the session when the network is back', async ({
  page,
  demo,
  context,
  allowErrors,
}) => {
  // A GET without a stored response fails in the service worker.
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|401|404/)
  await signIn(context, demo, '+447700900106')
  await addSongAndGigTonight(context, demo.url)
  await page.goto(`${demo.url}/dashboard`)
  await expect.poll(() => copiedPaths(page)).toEqual(expect.arrayContaining(['/api/me', '/api/bands/*/events']))
  await page.goto(`${demo.url}/calendar`)
  // The response of the open month may be stored after those of its neighbours.
  await page.waitForLoadState('networkidle')
  await expect.poll(() => copiedPaths(page)).toEqual(expect.arrayContaining(['/api/bands/*/calendar']))

  await context.setOffline(true)
  await page.goto(`${demo.url}/dashboard`)
  await expect(page.getByText('Gig today: Tonight')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Next Up/ })).toContainText('The Adelphi')
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await expect(
    page.getByText(/This is how things stood (just now|1 minute ago)\. What you answer, tick or edit is sent/),
  ).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${demo.url}/calendar`)
  await expect(page.getByRole('main')).toContainText('Tonight')
  await page.getByRole('button', { name: 'Add a practice today' }).click()
  const form = page.getByRole('dialog', { name: 'New event' })
  await expect(form.getByText('No connection. This can be changed when you are back.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Add event' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Close' }).click()
  await page.goto(`${demo.url}/songs`)
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Opener/ }).click()
  await expect(page.getByRole('radio', { name: 'Working' })).toBeEnabled()
  await expect(page.getByRole('switch', { name: 'Veto' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Remove' })).toBeDisabled()
  await page.goto(`${demo.url}/admin?tab=members`)
  for (const name of ['Generate invite link', 'Send invite', 'Add member'])
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Generate invite link' }).click({ force: true })
  await expect(page.getByRole('listitem').filter({ hasText: 'No connection. This can be changed' })).toBeVisible()
  await page.goto(`${demo.url}/calendar`)
  await page
    .getByRole('button', { name: /Tonight/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await page.goto(`${demo.url}/profile`)
  await expect(page.locator('button[type=submit]').first()).toHaveAttribute('aria-disabled', 'true')

  await context.setOffline(false)
  await expect(page.getByText('No connection', { exact: true })).toBeHidden()
  await expect(page.locator('button[type=submit]').first()).not.toHaveAttribute('aria-disabled', 'true')

  await page.goto(`${demo.url}/invite/some-token`)
  await page.goto(`${demo.url}/dashboard`)
  expect((await copiedPaths(page)).filter((path) => /invite|auth/.test(path))).toEqual([])

  // Signing out takes effect at once in the browser, and on the server once the browser is online again.
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const statusOfSession = async () => (await fetch(`${demo.url}/api/me`, { headers: { cookie } })).status
  await context.setOffline(true)
  await page.getByRole('button', { name: /Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${demo.url}/login`)
  await expect(page.getByLabel('Mobile number')).toBeVisible()
  await expect.poll(() => copiedPaths(page)).toEqual([])
  expect(await statusOfSession()).toBe(200)
  await context.setOffline(false)
  await expect.poll(statusOfSession).toBe(401)
})

test('offline pages still open from stored responses the next day, and the sign-in of another account deletes these responses', async ({
  page,
  demo,
  context,
  allowErrors,
}) => {
  // A GET without a stored response fails in the service worker. Requests in flight when the cookies are cleared get 401.
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|401/)
  await signIn(context, demo, '+447700900104')
  await page.goto(`${demo.url}/dashboard`)
  const reads = ['/api/me', '/api/bands/*/events', '/api/bands/*/members']
  await expect.poll(() => copiedPaths(page)).toEqual(expect.arrayContaining(reads))
  await context.setOffline(true)
  await page.clock.setFixedTime(new Date(`${addDays(todayInLondon(new Date()), 1)}T12:00:00Z`))
  await page.reload()
  await expect(page.getByText('Upcoming Events')).toBeVisible()

  // An open page would redirect to /login while the cookies change.
  await page.goto('about:blank')
  await context.setOffline(false)
  await context.clearCookies()
  await signIn(context, demo, '+447700900105')
  await page.goto(`${demo.url}/dashboard`)
  await expect(page.getByRole('main')).toContainText('Priya')
  const owners = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('gaffer-copies-')))
  const { user } = (await (await context.request.get(`${demo.url}/api/me`)).json()) as { user: { id: string } }
  await expect.poll(owners).toEqual([`gaffer-copies-${user.id}`])
})

test("a band's stored responses are deleted when it answers 404, and those of other bands that the member left at the next GET /api/me", async ({
  page,
  demo,
  newContext,
  allowErrors,
}) => {
  allowErrors(/404/)
  const owner = await newContext()
  const link = await createInviteLink(owner, demo)
  await joinWithNewAccount(page, demo, { link, number: nextPhoneNumber() })
  const api = (path: string) => `${demo.url}/api/bands/${path}`
  const second = (await (await owner.request.post(`${demo.url}/api/bands`, { data: { name: 'The Foxes' } })).json())
    .id as string
  const { inviteLink: secondLink } = await (await owner.request.post(api(`${second}/invites/general`))).json()
  const token = (secondLink as string).split('/invite/')[1]
  expect((await page.request.post(`${demo.url}/api/invites/${token}/accept`)).status()).toBe(200)
  const { user, bands } = await (await page.request.get(`${demo.url}/api/me`)).json()
  const first = (bands as { bandId: string }[]).find(({ bandId }) => bandId !== second)?.bandId as string

  await waitForWorker(page)
  // The landing page sends no API requests.
  await page.goto(`${demo.url}/`)
  const read = (path: string) => page.evaluate(async (path) => (await fetch(path)).status, path)
  const copiedBands = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((name) => name.startsWith('gaffer-copies-')) as string
      const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
      return paths.map((path) => /^\/api\/bands\/([\w-]+)\/songs$/.exec(path)?.[1]).filter(Boolean)
    })
  await read('/api/me')
  for (const bandId of [first, second]) expect(await read(`/api/bands/${bandId}/songs`)).toBe(200)
  await expect.poll(copiedBands).toEqual([first, second])
  for (const bandId of [first, second]) {
    const members = (await (await owner.request.get(api(`${bandId}/members`))).json()) as {
      id: string
      userId: string
    }[]
    const card = members.find(({ userId }) => userId === user.id)?.id
    expect((await owner.request.delete(api(`${bandId}/members/${card}`))).status()).toBe(204)
  }
  expect(await read(`/api/bands/${first}/songs`)).toBe(404)
  expect(await copiedBands()).toEqual([second])
  expect(await read('/api/me')).toBe(200)
  expect(await copiedBands()).toEqual([])
})

test('an accepted update reloads each tab once, and a tab with unsaved entries only after Reload is pressed and agreed to in that tab', async ({
  page,
  demo,
  context,
}) => {
  await signIn(context, demo, '+447700900103')
  // A lock that is never granted turns off prefetching: with Playwright attached, Chromium never replaces a worker that had a request in
  // flight.
  await context.addInitScript(() => {
    // A new tab starts with about:blank, which has no locks.
    if (isSecureContext) navigator.locks.request = () => Promise.resolve() as Promise<never>
  })
  const { url, deploy, stop } = await startNextBuildProxy(demo.url)
  await page.goto(`${url}/dashboard`)
  await waitForWorker(page)
  const [clean, edited] = [await context.newPage(), await context.newPage()]
  await clean.goto(`${url}/songs`)
  await edited.goto(`${url}/profile`)
  await edited.getByLabel('Display name').fill('Not saved yet')
  const loads = new Map([page, clean, edited].map((tab) => [tab, 0]))
  for (const tab of loads.keys()) tab.on('load', () => loads.set(tab, (loads.get(tab) ?? 0) + 1))

  // The worker of a next build: the same script with one file fewer in its precache list.
  const script = await (await context.request.get(`${url}/sw.js`)).text()
  const nextScript = script.replace(/\{url:`\/assets\/calendar-dialogs[^}]*\},/, '')
  expect(nextScript).not.toBe(script)
  deploy(nextScript)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const update = (tab: Page) => tab.getByRole('button', { name: 'Reload', exact: true })
  await expect(page.getByText('A new version of Gaffer is ready.')).toBeVisible()
  expect([...loads.values()]).toEqual([0, 0, 0])

  await update(page).click()
  await expect.poll(() => [...loads.values()]).toEqual([1, 1, 0])
  await expect(edited.getByLabel('Display name')).toHaveValue('Not saved yet')
  await update(edited).click()
  const question = edited.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(edited.getByLabel('Display name')).toHaveValue('Not saved yet')
  await update(edited).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => [...loads.values()]).toEqual([1, 1, 1])
  for (const tab of loads.keys()) {
    await tab.waitForLoadState('networkidle')
    await expect(update(tab)).toBeHidden()
  }
  expect([...loads.values()]).toEqual([1, 1, 1])
  for (const tab of loads.keys()) await tab.close()
  stop()
})
