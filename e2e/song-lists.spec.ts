// The ways to the songs: quick actions of the dashboard, and the "Song Lists" entry with SONG_LISTS=open.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { startAppServer } from './app-server.ts'
import { expectAccessible } from './axe.ts'
import { createFilledBand, useFilledBandServer } from './filled-band.ts'
import { expect, selectDemoBand, signIn, test } from './fixtures.ts'
import { isPhoneViewport, mainNavigation, rosPhone } from './shell-steps.ts'

const filledServer = useFilledBandServer()

test('with much data and a gig today the dashboard of a phone is three screens long at most, and its quick actions stand below the events that wait for an answer', async ({
  page,
  newContext,
}) => {
  const server = filledServer()
  const band = await createFilledBand(page, server, newContext)
  const today = todayInLondon(new Date())
  const { request } = page.context()
  const path = `${server.url}/api/bands/${band.id}/events`
  const practice = { type: 'practice', startTime: '19:00', endTime: '22:00', location: 'Unit 4' }
  for (const at of [2, 3, 6, 9, 12, 16, 20]) {
    const added = await request.post(path, { data: { ...practice, date: addDays(today, at) } })
    expect(added.status()).toBe(201)
  }
  const gig = { type: 'gig', title: 'Tonight', date: today, startTime: '23:59', location: 'The Fenton' }
  const { id } = (await (await request.post(path, { data: gig })).json()) as { id: string }
  const stored = await request.get(`${path}/${id}/gig-sheet`)
  const { version: _version, ...empty } = (await stored.json()) as { version: number }
  const times = [
    { time: '17:00', label: 'Load-in' },
    { time: '21:15', label: 'On stage' },
  ]
  const sheet = {
    ...empty,
    times,
    address: '15 Woodhouse Lane, Leeds',
    contactName: 'Jo',
    contactPhone: '0113 496 0142',
  }
  expect((await request.put(`${path}/${id}/gig-sheet`, { data: sheet })).status()).toBe(200)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.url}/dashboard`)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Open in Maps' })).toBeVisible()
  await expect(main.getByRole('list', { name: 'After that' }).getByRole('listitem')).toHaveCount(5)
  await expect(main.getByRole('heading', { name: 'Since you last looked' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Show All' })).toBeVisible()
  await expect(main.getByRole('button', { name: /^\d more$/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3 * 844)

  const readTop = async (name: string) => (await main.getByText(name, { exact: true }).first().boundingBox())?.y ?? 0
  const order = ['Next Up', 'Waiting for your answer', 'Practice list', 'Upcoming Events', 'Playbook']
  const tops: number[] = []
  for (const name of order) tops.push(await readTop(name))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))

  await main.getByRole('link', { name: 'Set lists', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set lists')
  await page.goBack()
  await main.getByRole('link', { name: 'Practice list', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Practice List')
  await expect(page.getByRole('tab')).toHaveCount(0)

  // A line about past gigs takes the place of an unread notice.
  const past = { ...gig, title: 'Wedding', date: addDays(today, -40) }
  const { id: pastId } = (await (await request.post(path, { data: past })).json()) as { id: string }
  expect((await request.put(`${path}/${pastId}/gig-sheet`, { data: { feePence: 50_000 } })).status()).toBe(200)
  await page.goto(`${server.url}/dashboard`)
  await expect(main.getByText('A fee has not come in: £500')).toBeVisible()
  await expect(main.getByRole('list', { name: 'After that' }).getByRole('listitem')).toHaveCount(5)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3 * 844)
})

test('Next Up and Upcoming Events lead to the same address, where What to play of today’s practice stands above the answers', async ({
  page,
  newContext,
}) => {
  const server = filledServer()
  const band = await createFilledBand(page, server, newContext)
  await page.goto(`${server.url}/dashboard`)
  const address = `/calendar?event=${band.practiceId}`
  await expect(page.getByRole('link', { name: /^Next Up/ })).toHaveAttribute('href', address)
  const upcoming = page.getByRole('region', { name: 'Upcoming Events' }).getByRole('link').first()
  await expect(upcoming).toHaveAttribute('href', address)
  await upcoming.click()
  const dialog = page.getByRole('dialog')
  const plan = dialog.getByRole('list', { name: 'What to play' })
  await expect(plan).toBeVisible()
  const answers = dialog.getByRole('heading', { name: 'Answers' })
  expect((await plan.boundingBox())?.y ?? Infinity).toBeLessThan((await answers.boundingBox())?.y ?? 0)
})

test(
  'with SONG_LISTS=open the entry Song Lists leads to /songs, whose tabs are the practice list and the set lists',
  { tag: '@desk' },
  async ({ page, context, allowErrors }) => {
    // ERR_FAILED: the request for the settings is aborted below.
    allowErrors(/ERR_FAILED/)
    const server = await startAppServer('demo', { SONG_LISTS: 'open' })
    try {
      await signIn(context, server, rosPhone)
      await selectDemoBand(context, server)
      await page.goto(`${server.url}/dashboard`)
      await expect(page.getByText('Upcoming Events')).toBeVisible()
      await expect(page.getByText(/Coming Soon|^Soon$/)).toHaveCount(0)
      await mainNavigation(page)
        .getByRole('link', { name: isPhoneViewport(page) ? 'Song Lists' : /^Song Lists/ })
        .click()
      await expect(page).toHaveURL(`${server.url}/songs`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Practice List')
      await expect(page.getByRole('tab')).toHaveText(['Practice list', 'Set lists'])
      await expect(page.getByRole('tab', { name: 'Practice list' })).toHaveAttribute('aria-selected', 'true')
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Set lists' }).click()
      await expect(page).toHaveURL(`${server.url}/setlists`)
      await expect(page.getByRole('tab', { name: 'Set lists' })).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set lists')
      await expectAccessible(page)
      // A reloaded page uses the stored setting before the server has responded.
      await page.route('**/api/settings', (route) => route.abort())
      await page.reload()
      await expect(page.getByRole('tab')).toHaveCount(2)
    } finally {
      await page.close()
      await server.stop()
    }
  },
)
