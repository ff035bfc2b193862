// Pages without a network, from the stored queries, and updates of the service worker.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import { waitForServiceWorker } from './shell-steps.ts'
import { createInviteLink, joinWithNewAccount, createPhoneNumber } from './identity-steps.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { readStoredEndpoints, readStoredQueries } from './stored-queries.ts'

test.use({ serviceWorkers: 'allow' })

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

test('offline pages show stored data with its age and disable what needs the server; data about invitations is not stored; an offline sign-out deletes the stored data at once and ends the session when the network is back', async ({
  page,
  demo,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|401|404/)
  await signIn(context, demo, '+447700900106')
  await addSongAndGigTonight(context, demo.url)
  await page.goto(`${demo.url}/dashboard`)
  await waitForServiceWorker(page)
  const read = ['GET /api/me', 'GET /api/bands/:bandId/events']
  await expect.poll(() => readStoredEndpoints(page)).toEqual(expect.arrayContaining(read))
  for (const path of ['songs', 'admin?tab=members', 'profile', 'calendar']) {
    await page.goto(`${demo.url}/${path}`)
    // The data of the open month may be stored after that of its neighbours.
    await page.waitForLoadState('networkidle')
  }
  await expect.poll(() => readStoredEndpoints(page)).toContain('GET /api/bands/:bandId/calendar')

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
  expect((await readStoredEndpoints(page)).filter((name) => /invite|auth/.test(name))).toEqual([])

  // Signing out takes effect at once in the browser, and on the server once the browser is online again.
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const fetchSessionStatus = async () => (await fetch(`${demo.url}/api/me`, { headers: { cookie } })).status
  await context.setOffline(true)
  await page.getByRole('button', { name: /Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${demo.url}/login`)
  await expect(page.getByLabel('Mobile number')).toBeVisible()
  await expect.poll(() => readStoredEndpoints(page)).toEqual([])
  expect(await fetchSessionStatus()).toBe(200)
  await context.setOffline(false)
  await expect.poll(fetchSessionStatus).toBe(401)
})

test('offline pages still open from stored data the next day, and the sign-in of another account deletes this data', async ({
  page,
  demo,
  context,
  allowErrors,
}) => {
  // Requests in flight when the cookies are cleared get 401.
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|401/)
  await signIn(context, demo, '+447700900104')
  await page.goto(`${demo.url}/dashboard`)
  await waitForServiceWorker(page)
  const reads = ['GET /api/me', 'GET /api/bands/:bandId/events', 'GET /api/bands/:bandId/members']
  await expect.poll(() => readStoredEndpoints(page)).toEqual(expect.arrayContaining(reads))
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
  // The page that showed the earlier account's data loads again.
  await page.waitForLoadState('networkidle')
  const readBandIds = async () => new Set((await readStoredQueries(page)).map(({ bandId }) => bandId).filter(Boolean))
  const { bands } = (await (await context.request.get(`${demo.url}/api/me`)).json()) as { bands: { bandId: string }[] }
  const own = new Set(bands.map(({ bandId }) => bandId))
  await expect(async () => expect(await readBandIds()).toEqual(own)).toPass()
})

test('the stored data of a band is deleted with the next GET /api/me after the member was removed', async ({
  page,
  demo,
  newContext,
  allowErrors,
}) => {
  allowErrors(/404/)
  const owner = await newContext()
  const link = await createInviteLink(owner, demo)
  await joinWithNewAccount(page, demo, { link, number: createPhoneNumber() })
  const { user, bands } = await (await page.request.get(`${demo.url}/api/me`)).json()
  const [{ bandId }] = bands as [{ bandId: string }]
  const readQueriesOfBand = async () => (await readStoredQueries(page)).filter((query) => query.bandId === bandId)
  await page.goto(`${demo.url}/songs`)
  await expect.poll(async () => (await readQueriesOfBand()).length).toBeGreaterThan(0)
  // The landing page sends no API requests.
  await page.goto(`${demo.url}/`)
  const members = `${demo.url}/api/bands/${bandId}/members`
  const cards = (await (await owner.request.get(members)).json()) as { id: string; userId: string }[]
  const card = cards.find(({ userId }) => userId === user.id)
  expect((await owner.request.delete(`${members}/${card?.id}`)).status()).toBe(204)
  await page.goto(`${demo.url}/dashboard`)
  await expect.poll(readQueriesOfBand).toEqual([])
  expect(await readStoredEndpoints(page)).toContain('GET /api/me')
})

test('an accepted update reloads each tab once, and a tab with unsaved entries only after Reload is pressed and confirmed in that tab', async ({
  page,
  demo,
  context,
}) => {
  await signIn(context, demo, '+447700900103')
  const { url, deploy, stop } = await startFaultProxy(demo.url)
  await page.goto(`${url}/dashboard`)
  await waitForServiceWorker(page)
  const [clean, edited] = [await context.newPage(), await context.newPage()]
  await clean.goto(`${url}/songs`)
  await edited.goto(`${url}/profile`)
  await edited.getByLabel('Display name').fill('Not saved yet')
  const loads = new Map([page, clean, edited].map((tab) => [tab, 0]))
  for (const tab of loads.keys()) tab.on('load', () => loads.set(tab, (loads.get(tab) ?? 0) + 1))

  // The worker of the next build: the same script with one file fewer in its precache list.
  const script = await (await context.request.get(`${url}/sw.js`)).text()
  const nextScript = script.replace(/\{url:`\/assets\/calendar-dialogs[^}]*\},/, '')
  expect(nextScript).not.toBe(script)
  deploy(nextScript)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const reloadButton = (tab: Page) => tab.getByRole('button', { name: 'Reload', exact: true })
  await expect(page.getByText('A new version of Gaffer is ready.')).toBeVisible()
  expect([...loads.values()]).toEqual([0, 0, 0])

  await reloadButton(page).click()
  await expect.poll(() => [...loads.values()]).toEqual([1, 1, 0])
  await expect(edited.getByLabel('Display name')).toHaveValue('Not saved yet')
  await reloadButton(edited).click()
  const question = edited.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(edited.getByLabel('Display name')).toHaveValue('Not saved yet')
  await reloadButton(edited).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(() => [...loads.values()]).toEqual([1, 1, 1])
  for (const tab of loads.keys()) {
    await tab.waitForLoadState('networkidle')
    await expect(reloadButton(tab)).toBeHidden()
  }
  expect([...loads.values()]).toEqual([1, 1, 1])
  for (const tab of loads.keys()) await tab.close()
  stop()
})
