// A gig that is added with one form, and the page of a gig with neither a gig sheet nor a set list.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Locator } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { createAndSelectBand, dateInEmptyMonth, openEmptyMonth, openNewEventForm } from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'

const mostTaps = 10

test(`a gig with its running times, address, fee, contact and set list is added in at most ${mostTaps} taps`, async ({
  page,
  demo,
}) => {
  const band = await createAndSelectBand(page, demo)
  const setlist = await band.api<{ id: string }>('post', `/api/bands/${band.id}/setlists`, { name: 'Friday' })
  await openEmptyMonth(page, demo)
  // Two taps: the day and its Add button.
  const form = await openNewEventForm(page, dateInEmptyMonth(14))
  let taps = 2
  const tap = async (control: Locator) => {
    taps += 1
    await control.click()
  }
  await tap(form.getByRole('combobox', { name: 'Type' }))
  await tap(page.getByRole('option', { name: 'Public Gig' }))
  await form.getByRole('textbox', { name: 'Start time' }).fill('8pm')
  await form.getByRole('textbox', { name: 'End time' }).fill('11')
  await form.getByLabel('Venue').fill('The Adelphi')
  await tap(form.getByText('More for this gig'))
  await tap(form.getByRole('button', { name: 'Load-in' }))
  await form.getByLabel('Time of Load-in (1)').fill('5pm')
  await form.getByLabel('Address').fill('89 De Grey Street\nHull')
  await form.getByLabel('Fee in pounds').fill('350')
  await form.getByRole('textbox', { name: /^Name/ }).fill('Paul')
  await form.getByLabel('Phone').fill('01482 496 018')
  await tap(form.getByRole('combobox', { name: 'Set list' }))
  await tap(page.getByRole('option', { name: 'Friday' }))
  await expectAccessible(page, { isOverlayAlone: true })
  await tap(form.getByRole('button', { name: 'Add event' }))
  await expect(form).toHaveCount(0)
  expect(taps).toBeLessThanOrEqual(mostTaps)

  const range = `startDate=${dateInEmptyMonth(14)}&endDate=${dateInEmptyMonth(14)}`
  const [gig] = await band.api<CalendarEntry[]>('get', `/api/bands/${band.id}/events?${range}`)
  expect(gig).toMatchObject({ type: 'public_gig', startTime: '20:00', endTime: '23:00', setlistId: setlist.id })
  await page.goto(`${demo.url}/bands/${band.id}/events/${gig?.id}`)
  const sheet = page.getByRole('tabpanel', { name: 'Gig sheet' })
  await expect(sheet.getByRole('listitem')).toHaveText('5:00 PMLoad-in')
  await expect(sheet).toContainText('£350')
  await expect(sheet).toContainText('Paul')
  await expect(page.getByRole('main').getByRole('link', { name: 'Open in Maps' }).first()).toHaveAttribute(
    'href',
    /89%20De%20Grey%20Street%20Hull/,
  )
})

test('on a phone, Notes begin within a screen’s height of the heading in the form of a new event', async ({
  page,
  demo,
}) => {
  await createAndSelectBand(page, demo)
  await openEmptyMonth(page, demo)
  const form = await openNewEventForm(page, dateInEmptyMonth(14))
  const heading = await form.getByRole('heading', { name: 'New event' }).elementHandle()
  // Measured in one step, because the form may still be moving up.
  const distance = await form
    .getByLabel(/^Notes/)
    .evaluate((notes, top) => notes.getBoundingClientRect().y - top!.getBoundingClientRect().y, heading)
  expect(distance).toBeLessThan(page.viewportSize()!.height)
})

test('the page of a gig with neither a gig sheet nor a set list offers to write a gig sheet and to choose a set list', async ({
  page,
  demo,
}) => {
  const band = await createAndSelectBand(page, demo)
  await band.api('post', `/api/bands/${band.id}/setlists`, { name: 'Friday' })
  const gig = await band.api<{ id: string }>('post', `/api/bands/${band.id}/events`, {
    type: 'public_gig',
    date: dateInEmptyMonth(16),
    venue: 'Barn',
  })
  await page.goto(`${demo.url}/bands/${band.id}/events/${gig.id}`)
  await page.getByRole('combobox', { name: 'Choose a set list' }).click()
  await page.getByRole('option', { name: 'Friday' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Set list' })).toContainText('Friday')
  await expect(page.getByRole('combobox', { name: 'Choose a set list' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Write the gig sheet' }).click()
  const form = page.getByRole('dialog', { name: 'Gig sheet' })
  await form.getByLabel('Gear').fill('Bring drums')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Gig sheet' })).toContainText('Bring drums')
  await expect(page.getByRole('button', { name: 'Write the gig sheet' })).toHaveCount(0)
})
