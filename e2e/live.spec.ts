// Live updates between two members with open pages.

import type { BrowserContext, Page } from '@playwright/test'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import {
  dateCell,
  dateInEmptyMonth,
  joinBandAsKit,
  createAndSelectBand,
  openEventDialog,
  openEmptyMonth,
} from './calendar-steps.ts'
import { expect, selectBandIn, test } from './fixtures.ts'
import type { AppServer } from './app-server.ts'
import { songDisclosureButton } from './songs-steps.ts'

/** Creates a band of Ros, which Kit has joined, with a page for each. */
async function openBandOfTwo(page: Page, demo: AppServer, newContext: () => Promise<BrowserContext>) {
  const band = await createAndSelectBand(page, demo)
  const kits = await newContext()
  const apiAsKit = await joinBandAsKit(kits, demo, band)
  const kitsPage = await kits.newPage()
  await selectBandIn(kitsPage, band.id)
  return { band, path: `/api/bands/${band.id}`, apiAsKit, kitsPage }
}

const waitForLiveStream = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/api/me/live') && response.status() === 200)

const practice = { type: 'practice', date: dateInEmptyMonth(9), startTime: '19:00', location: 'Unit 4, Elm Road' }

test('an open calendar follows events and days away that another member adds, moves and deletes', async ({
  page,
  demo,
  newContext,
}) => {
  const { path, apiAsKit } = await openBandOfTwo(page, demo, newContext)
  await Promise.all([waitForLiveStream(page), openEmptyMonth(page, demo)])
  const dayCell = (number: number) => dateCell(page, dateInEmptyMonth(number))
  await expect(dayCell(9)).not.toHaveAccessibleName(/Practice/)

  const event = await apiAsKit<{ id: string }>('post', `${path}/events`, practice)
  await expect(dayCell(9)).toHaveAccessibleName(/Practice/)
  await apiAsKit('patch', `${path}/events/${event.id}`, { date: dateInEmptyMonth(16) })
  await expect(dayCell(16)).toHaveAccessibleName(/Practice/)
  await expect(dayCell(9)).not.toHaveAccessibleName(/Practice/)
  const away = await apiAsKit<{ id: string }>('post', '/api/me/events', {
    type: 'unavailable',
    date: dateInEmptyMonth(20),
  })
  await expect(dayCell(20)).toHaveAccessibleName(/Kit away/)
  await apiAsKit('patch', `/api/me/events/${away.id}`, { date: dateInEmptyMonth(21) })
  await expect(dayCell(21)).toHaveAccessibleName(/Kit away/)
  await expect(dayCell(20)).not.toHaveAccessibleName(/Kit away/)

  await apiAsKit('delete', `${path}/events/${event.id}`)
  await expect(dayCell(16)).not.toHaveAccessibleName(/Practice/)
  await apiAsKit('delete', `/api/me/events/${away.id}`)
  await expect(dayCell(21)).not.toHaveAccessibleName(/Kit away/)
})

test('saving an event that another member deleted asks whether to keep it, and deleting it says that it is deleted', async ({
  page,
  demo,
  newContext,
  allowErrors,
}) => {
  allowErrors(/status of 404/)
  const { band, path, apiAsKit } = await openBandOfTwo(page, demo, newContext)
  const plan = { ...practice, title: 'Stage plan' }
  const listEvents = () =>
    band.api<CalendarEntry[]>('get', `${path}/events?startDate=${dateInEmptyMonth(9)}&endDate=${dateInEmptyMonth(9)}`)
  const deleteAsKit = async () => apiAsKit('delete', `${path}/events/${(await listEvents())[0]?.id}`)
  await band.api('post', `${path}/events`, plan)
  await openEmptyMonth(page, demo)

  const gone = page.getByRole('dialog', { name: 'Somebody deleted this in the meantime' })
  const edit = async (title: string) => {
    const details = await openEventDialog(page, dateInEmptyMonth(9), /^Stage plan/)
    await details.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit event' })
    await form.getByLabel('Title').fill(title)
    await deleteAsKit()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(gone).toContainText('Kit deleted this event while you had it open')
  }
  await edit('Stage plan, again')
  await gone.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Event created successfully', { exact: true })).toBeVisible()
  expect(await listEvents()).toMatchObject([{ title: 'Stage plan, again', startTime: '19:00' }])
  await edit('Stage plan, yet again')
  await gone.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await listEvents()).toEqual([])

  await band.api('post', `${path}/events`, plan)
  const details = await openEventDialog(page, dateInEmptyMonth(9), /^Stage plan/)
  await deleteAsKit()
  await details.getByRole('button', { name: 'Delete' }).click()
  await details.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Event deleted', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the song count and band name on the dashboard follow changes by another member', async ({
  page,
  demo,
  newContext,
}) => {
  const { band, path, apiAsKit } = await openBandOfTwo(page, demo, newContext)
  await Promise.all([waitForLiveStream(page), page.goto(`${demo.url}/dashboard`)])
  await expect(page.getByRole('link', { name: /^0 Playbook/ })).toBeVisible()
  await apiAsKit('post', `${path}/songs`, { title: 'Ghost Town', artist: 'The Specials' })
  await expect(page.getByRole('link', { name: /^1 Playbook/ })).toBeVisible()
  await apiAsKit('patch', path, { name: 'The Quiet Ones' })
  await expect(page.getByRole('main').getByText('The Quiet Ones').first()).toBeVisible()
  await band.api('patch', path, { name: 'Side Project' })
})

test('an open practice list shows the veto of another member', async ({ page, demo, newContext }) => {
  const { path, apiAsKit } = await openBandOfTwo(page, demo, newContext)
  const song = await apiAsKit<{ id: string }>('post', `${path}/songs`, { title: 'Ghost Town', artist: 'The Specials' })
  await Promise.all([waitForLiveStream(page), page.goto(`${demo.url}/songs`)])
  const row = songDisclosureButton(page, 'Ghost Town')
  await expect(row).toHaveAccessibleName(/Ghost Town/)
  await expect(row).not.toHaveAccessibleName(/Vetoed/)
  const members = await apiAsKit<{ id: string; userId: string }[]>('get', `${path}/members`)
  const { user } = await apiAsKit<{ user: { id: string } }>('get', '/api/me')
  const membershipId = members.find(({ userId }) => userId === user.id)?.id
  await apiAsKit('post', `${path}/songs/${song.id}/veto`, { membershipId })
  await expect(row).toHaveAccessibleName(/Vetoed by 1 member/)
})

test('a form with unsaved entries is not overwritten by a live update', async ({ page, demo, newContext }) => {
  const { path, apiAsKit } = await openBandOfTwo(page, demo, newContext)
  await Promise.all([waitForLiveStream(page), page.goto(`${demo.url}/admin`)])
  await page.getByLabel('Description').fill('We are loud')
  await apiAsKit('patch', path, { name: 'The Quiet Ones' })
  await expect(page.getByRole('main').getByText('The Quiet Ones').first()).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('We are loud')
  await expect(page.getByLabel('Band Name')).toHaveValue('Side Project')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Band Name')).toHaveValue('The Quiet Ones')
})

test('a banner on the open page of a removed member says that they are no longer in the band, and the band is no longer selected', async ({
  page,
  demo,
  newContext,
}) => {
  const { band, path, kitsPage } = await openBandOfTwo(page, demo, newContext)
  await Promise.all([waitForLiveStream(kitsPage), kitsPage.goto(`${demo.url}/admin`)])
  await expect(kitsPage.getByRole('main').getByText('Side Project').first()).toBeVisible()
  const members = await band.api<{ id: string; access: string }[]>('get', `${path}/members`)
  const kit = members.find(({ access }) => access === 'member')
  expect((await page.context().request.delete(`${demo.url}${path}/members/${kit?.id}`)).status()).toBe(204)
  await expect(kitsPage.getByText('You are no longer in Side Project.')).toBeVisible()
  await expect.poll(() => kitsPage.evaluate(() => localStorage.getItem('gaffer.selectedBandId'))).not.toBe(band.id)
  await kitsPage.getByRole('link', { name: 'Your bands' }).click()
  await expect(kitsPage).toHaveURL(/\/dashboard$/)
  await expect(kitsPage.getByText('You are no longer in')).toBeHidden()
})

test('changes made while the live stream is broken or the page is hidden appear after the stream reconnects', async ({
  page,
  demo,
  newContext,
}) => {
  const { path, apiAsKit } = await openBandOfTwo(page, demo, newContext)
  const count = (songs: number) => page.getByRole('link', { name: new RegExp(`^${songs} Playbook`) })
  const addSong = (title: string) => apiAsKit('post', `${path}/songs`, { title, artist: 'The Specials' })
  // The first connection breaks, and a song is added before the page reconnects.
  await page.route(
    '**/api/me/live?*',
    async (route) => {
      await expect(count(0)).toBeVisible()
      await addSong('Ghost Town')
      await route.fulfill({ contentType: 'text/event-stream', body: 'retry: 3000\n\n' })
    },
    { times: 1 },
  )
  let connections = 0
  const secondConnection = page.waitForResponse(
    (response) => response.url().includes('/api/me/live') && ++connections === 2,
  )
  await page.goto(`${demo.url}/dashboard`)
  await expect(count(1)).toBeVisible()
  // The second connection must be open before the page is hidden.
  await secondConnection

  // A hidden page closes its stream, and reconnects when it is visible again.
  const setHidden = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/me/live'))
  await setHidden(true)
  await closed
  await addSong('Nite Klub')
  await setHidden(false)
  await expect(count(2)).toBeVisible()
  await addSong('Rat Race')
  await expect(count(3)).toBeVisible()
})

test('without a network the connection banner is shown, and once the network is back changes made meanwhile appear', async ({
  page,
  demo,
  newContext,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/)
  const { path, apiAsKit } = await openBandOfTwo(page, demo, newContext)
  await Promise.all([waitForLiveStream(page), page.goto(`${demo.url}/dashboard`)])
  await expect(page.getByRole('link', { name: /^0 Playbook/ })).toBeVisible()
  // Waits for the part of the page that loads last: offline, its failed import would be logged as an error.
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await page.context().setOffline(true)
  await apiAsKit('post', `${path}/songs`, { title: 'Ghost Town', artist: 'The Specials' })
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('No connection', { exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: /^1 Playbook/ })).toBeVisible()
})

test('a user signed out from another device is redirected to /login', async ({
  page,
  demo,
  newContext,
  allowErrors,
}, info) => {
  // A new account, because its session ends: other journeys reuse the sessions of demo accounts.
  allowErrors(/401/)
  const band = await createAndSelectBand(await (await newContext()).newPage(), demo)
  const { inviteLink } = await band.api<{ inviteLink: string }>('post', `/api/bands/${band.id}/invites/general`)
  const token = inviteLink.split('/invite/')[1] as string
  demo.keepOutOfLogs(token)
  const phone = info.project.name === 'phone' ? '+447700900491' : '+447700900492'
  const send = (method: 'post' | 'put' | 'delete', path: string, data?: object) =>
    page.request[method](demo.url + path, data && { data })
  await send('post', '/auth/invite', { token })
  await send('post', '/auth/phone/send-code', { phone })
  await send('post', '/auth/phone/verify-code', { phone, code: await demo.codeTo(phone) })
  await send('put', '/api/me', { firstName: 'Nell', lastName: 'Ward', displayName: 'Nell' })
  await Promise.all([waitForLiveStream(page), page.goto(`${demo.url}/dashboard`)])
  await expect(page.getByRole('main').getByText('Side Project').first()).toBeVisible()

  const [session] = await (await page.request.get(`${demo.url}/api/me/sessions`)).json()
  const cookies = await page.context().cookies(demo.url)
  const signedOut = await (
    await newContext()
  ).request.delete(`${demo.url}/api/me/sessions/${session.id}`, {
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  })
  expect(signedOut.status()).toBe(204)
  await expect(page).toHaveURL(/\/login$/)
})
