import { addDays, formatRelativeDay, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Locator, Page } from '@playwright/test'
import { readStoredQueries } from './stored-queries.ts'
import { expectAccessible } from './axe.ts'
import { createBand } from './calendar-steps.ts'
import { expect, selectBandIn, selectDemoBand, signIn, test } from './fixtures.ts'
import { disableLiveStream } from './shell-steps.ts'

const ros = '+447700900101'
const mags = '+447700900102'
const today = todayInLondon(new Date())

type EventFields = Partial<Omit<CalendarEntry, 'type'>> & { type?: CalendarEntry['type'] }
const createBooking = (at: number, fields: EventFields = {}): EventFields => ({
  id: `0190a000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  type: 'practice',
  title: `Date ${at}`,
  date: addDays(today, at),
  endDate: null,
  startTime: '19:00',
  endTime: '22:00',
  venue: null,
  location: 'The usual room',
  ...fields,
})

const fulfillEvents = (page: Page, events: EventFields[]) =>
  page.route('**/api/bands/*/events?*', (route) => route.fulfill({ json: events }))

test(
  'the dashboard shows today’s gigs, the next event and five more; Show All expands the agenda from three events to all',
  { tag: '@desk' },
  async ({ page, demo, context }) => {
    await signIn(context, demo, ros)
    await selectDemoBand(context, demo)
    const tonight = createBooking(0, {
      type: 'public_gig',
      title: 'Brudenell',
      venue: 'Brudenell Social Club',
      location: null,
      startTime: '23:59',
      endTime: null,
    })
    const weekend = createBooking(-1, { type: 'festival', title: 'Beacons', endDate: addDays(today, 1) })
    const away = createBooking(1, { type: 'unavailable', title: null, startTime: null, endTime: null })
    const gigs = [3, 4].map((at) => createBooking(at, { type: 'gig' }))
    const practices = [1, 2, 5, 6, 7].map((at) => createBooking(at))
    await fulfillEvents(page, [...practices, ...gigs, away, tonight, weekend])
    await page.goto(`${demo.url}/dashboard`)
    const main = page.getByRole('main')
    // A festival that is under way does not hide tonight's gig. The card of the gig is also its alert.
    const linkTo = ({ id }: EventFields) => `/calendar?event=${id}`
    const nextUp = main.getByRole('link', { name: /^Next Up/ })
    await expect(nextUp).toContainText('Gig today: Brudenell')
    await expect(nextUp).toHaveAttribute('href', linkTo(tonight))
    await expect(main.getByText('Gig today: Beacons')).toBeVisible()
    const details = main.getByRole('link', { name: 'View Details' })
    await expect(details).toHaveCount(2)
    await expect(details.first()).toHaveAttribute('href', linkTo(weekend))
    await expect(details.last()).toHaveAttribute('href', linkTo(tonight))
    await expect(main.getByRole('list', { name: 'After that' }).getByRole('link').first()).toHaveAttribute(
      'href',
      linkTo(weekend),
    )
    await expect(main.getByRole('list', { name: 'After that' }).getByRole('listitem')).toHaveText([
      /^TodayBeacons/,
      ...[1, 2, 3, 4].map((at) => new RegExp(`^${formatRelativeDay(addDays(today, at), today)}Date ${at}`)),
    ])

    const agenda = main.getByRole('region', { name: 'Upcoming Events' })
    await expect(agenda.getByRole('link').first()).toHaveAttribute('href', linkTo(weekend))
    await expect(agenda).toContainText('9 events scheduled')
    await expect(agenda.getByRole('listitem')).toHaveCount(3)
    await expect(agenda.getByRole('listitem').nth(2)).toContainText('Tomorrow · 7:00 PM – 10:00 PM')
    await agenda.getByRole('button', { name: 'Show All' }).click()
    await expect(agenda.getByRole('listitem')).toHaveCount(9)
    await agenda.getByRole('button', { name: 'Show Less' }).click()
    await expect(agenda.getByRole('listitem')).toHaveCount(3)

    await expect(main.getByRole('link', { name: /^10 Calendar .*Open$/ })).toHaveAttribute('href', '/calendar')
    await expect(main.getByRole('link', { name: /^3 Gigs / })).toHaveAttribute('href', '/calendar')
    await expect(main.getByRole('link', { name: /Add Event$/ })).toHaveAttribute('href', `/calendar?add=${today}`)
    await main.getByRole('heading', { name: 'Calendar & Gigs' }).click()
    await expect(main.getByRole('link', { name: /^3 Gigs / })).toBeHidden()
  },
)

test('the tiles count songs and members and link to their pages', { tag: '@desk' }, async ({ page, demo, context }) => {
  await signIn(context, demo, mags)
  await selectDemoBand(context, demo)
  await page.route('**/api/bands/*/songs', async (route) => {
    const songs = (await (await route.fetch()).json()) as object[]
    await route.fulfill({ json: songs.slice(0, 7) })
  })
  await page.goto(`${demo.url}/dashboard`)
  const main = page.getByRole('main')
  await expect(main.getByText('Coming Soon!')).toBeVisible()
  for (const name of [/^7 Playbook/, /^0 Setlists/, /^2 Song Pipeline/]) {
    await expect(main.getByRole('link', { name })).toHaveAttribute('href', '/songs')
  }
  await expect(main.getByRole('region', { name: 'The band' })).toContainText('5Members')
  await expect(main.getByRole('link', { name: 'Manage' })).toHaveAttribute('href', '/admin?tab=members')
  // Mags has no permission to invite.
  await expect(main.getByRole('link', { name: 'Invite' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: /^Band Settings/ })).toHaveAttribute('href', '/admin')
  const add = page.getByRole('link', { name: 'Add song' })
  if ((page.viewportSize()?.width ?? 0) < 768) await expect(add).toHaveAttribute('href', '/songs?add=')
  else await expect(add).toBeHidden()
})

test('the dashboard says if nothing is planned in the next month, and offers "Try again" after failed requests', async ({
  page,
  demo,
  context,
  allowErrors,
}) => {
  allowErrors(/503/)
  await disableLiveStream(page)
  await signIn(context, demo, ros)
  await selectDemoBand(context, demo)
  await fulfillEvents(page, [])
  await page.goto(`${demo.url}/dashboard`)
  await expect(page.getByText('Nothing in the next month')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Upcoming Events' })).toContainText('0 events scheduled')
  await expectAccessible(page)

  await page.unrouteAll()
  await readStoredQueries(page, { deleted: '/bands/' })
  const failing = await page.route('**/api/bands/*/*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  for (const text of ['Failed to fetch events', 'Failed to fetch songs', 'Failed to fetch band members']) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await expectAccessible(page)
  await failing.dispose()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('Upcoming Events')).toBeVisible()
})

test('a hundred events and very long names fit into 320 px, also at 200% text size', async ({
  page,
  demo,
  context,
  allowErrors,
}) => {
  // The request for the band picture, which does not exist.
  allowErrors(/lost\.webp/)
  await signIn(context, demo, ros)
  await selectDemoBand(context, demo)
  const title = 'Unpronounceablylongnameofafestivalthatnobodycanfit '.repeat(2).trim()
  await fulfillEvents(
    page,
    Array.from({ length: 100 }, (_, at) => createBooking(at % 28, { id: `long-${at}`, title })),
  )
  await page.route('**/api/me', async (route) => {
    const me = (await (await route.fetch()).json()) as {
      user: { displayName: string }
      bands: { role: string; band: { name: string } }[]
    }
    me.user.displayName = 'Drummerwithoutspacesinhername'.repeat(2)
    for (const membership of me.bands) {
      membership.role = 'Backingvocalsandpercussion'.repeat(3)
      Object.assign(membership.band, {
        name: 'Thebandwithoutspacesinitsname'.repeat(2),
        avatarUrl: '/images/lost.webp',
      })
    }
    await route.fulfill({ json: me })
  })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`${demo.url}/dashboard`)
  await page.getByRole('button', { name: 'Show All' }).click()
  await expect(page.getByText('100 events scheduled')).toBeVisible()
  await expect(page.locator('img[src*=lost]')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  // The name takes the full width, so that common words need not break.
  expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.width).toBeGreaterThan(240)
  const following = page.getByRole('list', { name: 'After that' }).getByText(title).first()
  expect((await following.boundingBox())?.width).toBeGreaterThan(120)

  await page.setViewportSize({ width: 1280, height: 700 })
  const sideBar = page.getByRole('banner')
  for (const size of ['200%', '100%']) {
    await page.evaluate((to) => (document.documentElement.style.fontSize = to), size)
    expect(await sideBar.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0)
  }
})

test('names and places without spaces break within the Next Up card, the invitation and the width of the members', async ({
  page,
  demo,
}) => {
  const word = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
  const { id, api } = await createBand(page, demo, word)
  await selectBandIn(page, id)
  await api('post', `/api/bands/${id}/events`, { type: 'practice', date: addDays(today, 1), location: word })
  const readOverflow = (one: Locator) => one.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await page.goto(`${demo.url}/dashboard`)
  const nextUp = page.getByRole('link', { name: /^Next Up/ })
  await expect(nextUp).toContainText(word)
  expect(await readOverflow(nextUp)).toBe(0)

  await page.goto(`${demo.url}/admin?tab=members`)
  await expect(page.getByRole('button', { name: `Leave ${word}` })).toBeVisible()
  expect(await readOverflow(page.locator('html'))).toBe(0)
  expect(await page.evaluate(() => innerWidth)).toBe(page.viewportSize()?.width)

  const { inviteLink } = await api<{ inviteLink: string }>('post', `/api/bands/${id}/invites/general`)
  demo.keepOutOfLogs(inviteLink.split('/invite/')[1] as string)
  await page.goto(inviteLink)
  await expect(page.getByText('Joining requires phone verification')).toBeVisible()
  expect(await readOverflow(page.getByRole('main'))).toBe(0)
})
