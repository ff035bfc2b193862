// If a part of a page cannot be loaded, the other parts of the page stay.

import type { Page } from '@playwright/test'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { expectAccessible } from './axe.ts'
import { createAndSelectBand, dateInEmptyMonth } from './calendar-steps.ts'
import { addPdfChart, countDarkPixels } from './chart-steps.ts'
import { expect, test } from './fixtures.ts'
import { createBandWithSongs } from './songs-steps.ts'
import { createTextPdf } from './text-pdf.ts'

/**
 * Fails the requests of these chunks until the returned function is called. The route is never removed, because that could leave a request
 * without a response.
 */
async function failChunks(page: Page, chunks: RegExp): Promise<() => void> {
  let isFailing = true
  await page.route(chunks, (route) => (isFailing ? route.abort() : route.continue()))
  return () => {
    isFailing = false
  }
}

test('a tab and a form whose chunks cannot be loaded leave the event on the page, and "Try again" loads them', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED|dynamically imported module|Unable to preload/)
  const band = await createAndSelectBand(page, demo)
  const setlist = await band.api<{ id: string }>('post', `/api/bands/${band.id}/setlists`, { name: 'Friday' })
  const gig = {
    setlistId: setlist.id,
    type: 'public_gig',
    title: 'At the Fenton',
    venue: 'The Fenton',
    startTime: '20:00',
  }
  const event = await band.api<CalendarEntry>('post', `/api/bands/${band.id}/events`, {
    ...gig,
    date: dateInEmptyMonth(18),
  })
  const endFailure = await failChunks(page, /\/assets\/(event-history|event-form-with-gig-sheet)-.*\.js/)
  await page.goto(`${demo.url}/bands/${band.id}/events/${event.id}`)
  await page.getByRole('tab', { name: 'History' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'This part could not be shown' })
  await expect(failure).toContainText('Gaffer has a problem')
  await expect(page.getByRole('heading', { name: 'At the Fenton' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(failure).toHaveCount(2)
  await expectAccessible(page)

  endFailure()
  // The form's failure banner, which is drawn over the page, is the first in the document.
  await failure.first().getByRole('button', { name: 'Try again' }).click()
  const form = page.getByRole('dialog', { name: 'Edit event' })
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Close' }).click()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('Ros added')
  await expect(failure).toHaveCount(0)
})

test('a toast whose chunk cannot be loaded leaves the page, and the next toast is shown', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/)
  await createAndSelectBand(page, demo)
  await failChunks(page, /\/assets\/menu-panel-.*\.js/)
  const endFailureOfToaster = await failChunks(page, /\/assets\/toaster-.*\.js/)
  await page.goto(`${demo.url}/dashboard`)
  const heading = page.getByRole('heading', { name: 'Side Project' })
  await expect(heading).toBeVisible()
  const toasterFailed = page.waitForEvent('requestfailed', (request) => request.url().includes('/toaster-'))
  const menu = page.getByRole('button', { name: 'Your menu' })
  await menu.click()
  await toasterFailed
  await expect(heading).toBeVisible()

  endFailureOfToaster()
  await menu.click()
  await expect(page.getByText('The menu could not be opened', { exact: true })).toBeVisible()
})

test('an answer is saved after the chunk of the outbox could not be loaded ahead, and without the chunk that offers push messages', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/)
  const band = await createAndSelectBand(page, demo)
  const events = `/api/bands/${band.id}/events`
  const practice = { type: 'practice', date: dateInEmptyMonth(19), startTime: '19:00', location: 'Unit 4' }
  const event = await band.api<CalendarEntry>('post', events, practice)
  await failChunks(page, /\/assets\/offer-push-.*\.js/)
  const endFailure = await failChunks(page, /\/assets\/page-outbox-.*\.js/)
  // A second attempt follows at once, from another address.
  const outboxFailed = page.waitForEvent('requestfailed', (request) => /page-outbox-.*retry/.test(request.url()))
  await page.goto(`${demo.url}/bands/${band.id}/events/${event.id}`)
  await outboxFailed
  endFailure()
  const offerFailed = page.waitForEvent('requestfailed', (request) => request.url().includes('/offer-push-'))
  await page.getByRole('radio', { name: 'Maybe' }).click()
  await expect.poll(async () => (await band.api<CalendarEntry>('get', `${events}/${event.id}`)).myAnswer).toBe('maybe')
  await offerFailed
})

test('a menu whose chunk could not be loaded opens when its button is pressed again', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/)
  await createAndSelectBand(page, demo)
  const endFailure = await failChunks(page, /\/assets\/menu-panel-.*\.js/)
  await page.goto(`${demo.url}/dashboard`)
  const button = page.getByRole('button', { name: 'Your menu' })
  await button.click()
  await expect(page.getByText('The menu could not be opened', { exact: true })).toBeVisible()

  endFailure()
  await button.click()
  await expect(page.getByRole('menu')).toBeVisible()
})

test('a drawer whose chunk could not be loaded leaves the page, and "Try again" opens it', async ({
  page,
  demo,
  allowErrors,
}) => {
  // React logs the caught error, with the address of its script. An uncaught error has no address.
  allowErrors(/ERR_FAILED|dynamically imported module.*\(http/)
  await createAndSelectBand(page, demo)
  const endFailure = await failChunks(page, /\/assets\/navigation-drawer-.*\.js/)
  await page.goto(`${demo.url}/dashboard`)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'This part could not be shown' })
  await expect(failure).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Side Project' })).toBeVisible()

  endFailure()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
})

test('a chart whose viewer could not be loaded is shown after "Try again"', async ({ page, demo, allowErrors }) => {
  allowErrors(/ERR_FAILED/)
  const band = await createBandWithSongs(page, demo, ['Dakota'])
  const of = { bandId: band.id, songId: band.songs[0] ?? '' }
  const chart = await addPdfChart(page, demo, of, 'Dakota in E', createTextPdf(['Intro']))
  const endFailure = await failChunks(page, /\/pdf\.min\.mjs/)
  await page.goto(`${demo.url}/bands/${band.id}/charts/${chart.id}`)
  await expect(page.getByRole('alert')).toContainText(chartMessages.chartNotShown)

  endFailure()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => countDarkPixels(page, 'Dakota in E, page 1 of 1')).toBeGreaterThan(500)
})

test('an invited person can sign in although the chunk of the invitation’s card cannot be loaded', async ({
  page,
  demo,
  newContext,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/)
  const band = await createAndSelectBand(await (await newContext()).newPage(), demo)
  const { inviteLink } = await band.api<{ inviteLink: string }>('post', `/api/bands/${band.id}/invites/general`)
  const path = new URL(inviteLink).pathname
  demo.keepOutOfLogs(path.replace('/invite/', ''))
  await failChunks(page, /\/assets\/held-invitation-card-.*\.js/)
  await page.goto(demo.url + path)
  const cardFailed = page.waitForEvent('requestfailed', (request) => /held-invitation-card.*retry/.test(request.url()))
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await cardFailed
  await expect(page.getByRole('heading', { name: 'Sign in to your band' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send verification code' })).toBeVisible()
})
