// Notes of an event between two members: live on an open page, and without a network.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Page } from '@playwright/test'
import { createAndSelectBand, dateInEmptyMonth, joinBandAsKit } from './calendar-steps.ts'
import { expect, selectBandIn, test } from './fixtures.ts'

async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write a note').fill(text)
  await page.getByRole('button', { name: 'Send the note' }).click()
  await expect(page.getByText(text)).toBeVisible()
}

test('a note appears on an open page of another member, also one that was written without a network', async ({
  page,
  demo,
  context,
  newContext,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/)
  const band = await createAndSelectBand(page, demo)
  const kits = await newContext()
  await joinBandAsKit(kits, demo, band)
  // On a day of its own: the calendars of other journeys show it as an event of another band.
  const practice = { type: 'practice', date: dateInEmptyMonth(24), startTime: '19:00', location: 'Unit 4, Elm Road' }
  const event = await band.api<CalendarEntry>('post', `/api/bands/${band.id}/events`, practice)
  const address = `${demo.url}/bands/${band.id}/events/${event.id}`
  const kitsPage = await kits.newPage()
  await selectBandIn(kitsPage, band.id)
  const isLive = (response: { url(): string }) => response.url().includes('/api/me/live')
  for (const one of [page, kitsPage]) await Promise.all([one.waitForResponse(isLive), one.goto(address)])

  await writeNote(page, 'Who has the PA?')
  await expect(kitsPage.getByText('Who has the PA?')).toBeVisible()

  await context.setOffline(true)
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await writeNote(page, 'I have it')
  await expect(kitsPage.getByText('I have it')).toBeHidden()
  await context.setOffline(false)
  await expect(kitsPage.getByText('I have it')).toBeVisible()
})
