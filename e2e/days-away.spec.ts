// The sheet on which days away are selected by dragging, the clash that they cause, and an enquiry on several dates.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Locator, Page } from '@playwright/test'
import { addDays, formatDate, weekdayIndex } from '@gaffer/domain/shared/dates'
import { expectAccessible } from './axe.ts'
import {
  dateCell,
  dateInEmptyMonth,
  isPhoneViewport,
  joinBandAsKit,
  emptyMonthStart,
  createAndSelectBand,
  openEmptyMonth,
  openNewEventForm,
} from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'

const monday = addDays(dateInEmptyMonth(8), (7 - weekdayIndex(dateInEmptyMonth(8))) % 7)
const daysAfterMonday = (days: number) => addDays(monday, days)
const rangeQuery = `startDate=${emptyMonthStart}&endDate=${dateInEmptyMonth(28)}`

/** Drags along a week, with a finger on a phone and the mouse elsewhere. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  // The sheet slides in: waits until the days stand still.
  await from.click({ trial: true })
  const [first, last] = [await from.boundingBox(), await to.boundingBox()]
  if (!first || !last) throw new Error('The days are not on the page')
  const y = first.y + first.height / 2
  const [start, end] = [first.x + first.width / 2, last.x + last.width / 2]
  if (!isPhoneViewport(page)) {
    await page.mouse.move(start, y)
    await page.mouse.down()
    await page.mouse.move(end, y, { steps: 4 })
    return page.mouse.up()
  }
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
  await touch('touchStart', start)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', start + (end - start) * part)
  await touch('touchEnd')
}

test('days selected by dragging are stored as days away and clash with a booked event; deselecting one splits its entry @desk', async ({
  page,
  demo,
  newContext,
}) => {
  const band = await createAndSelectBand(page, demo)
  const apiAsKit = await joinBandAsKit(await newContext(), demo, band)
  const wedding = {
    type: 'practice',
    title: 'Wedding',
    date: daysAfterMonday(2),
    startTime: '20:00',
    endTime: '23:00',
    location: 'Barn',
  }
  await apiAsKit('post', `/api/bands/${band.id}/events`, wedding)
  await openEmptyMonth(page, demo)

  await page.getByRole('button', { name: "I'm away" }).click()
  const sheet = page.getByRole('dialog')
  const dayOf = (date: string) => sheet.locator(`[data-date="${date}"]`)
  await expect(dayOf(monday)).toBeInViewport()
  await drag(page, dayOf(monday), dayOf(daysAfterMonday(3)))
  await dayOf(daysAfterMonday(7)).click()
  await dayOf(daysAfterMonday(7)).press('ArrowRight')
  await dayOf(daysAfterMonday(8)).press('ArrowRight')
  await dayOf(daysAfterMonday(9)).press(' ')
  await sheet.getByRole('button', { name: 'Save 6 days away' }).click()
  const row = sheet.getByRole('radiogroup', { name: /Wedding/ })
  await expect(row.getByRole('radio', { name: 'Keep' })).toBeChecked()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save 6 days away' }).click()
  await expect(page.getByText('6 days away saved', { exact: true })).toBeVisible()
  await expect(sheet).toBeHidden()

  const readDaysAway = async () => {
    const events = await band.api<CalendarEntry[]>('get', `/api/bands/${band.id}/events?${rangeQuery}`)
    return events.filter(({ type }) => type === 'unavailable').map(({ date, endDate }) => [date, endDate])
  }
  expect(await readDaysAway()).toEqual([
    [monday, daysAfterMonday(3)],
    [daysAfterMonday(7), null],
    [daysAfterMonday(9), null],
  ])
  await expect(dateCell(page, daysAfterMonday(2))).toContainText('Wedding, Practice, 8:00 PM – 11:00 PM, clash')

  // Closes the toast, which covers the button on a phone.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: "I'm away" }).click()
  await expect(dayOf(daysAfterMonday(1))).toHaveAttribute('aria-selected', 'true')
  await dayOf(daysAfterMonday(1)).click()
  await sheet.getByRole('button', { name: 'Remove 1 day away' }).click()
  await expect(page.getByText('1 day away removed', { exact: true })).toBeVisible()
  expect(await readDaysAway()).toEqual([
    [monday, null],
    [daysAfterMonday(2), daysAfterMonday(3)],
    [daysAfterMonday(7), null],
    [daysAfterMonday(9), null],
  ])
})

test('an enquiry on several dates adds one pencilled event for each date', async ({ page, demo }) => {
  const { id, api } = await createAndSelectBand(page, demo)
  await openEmptyMonth(page, demo)
  const form = await openNewEventForm(page, dateInEmptyMonth(12))
  await form.getByRole('button', { name: 'Ask about several dates' }).click()
  await form.getByRole('textbox', { name: 'Date 2' }).fill(formatDate(dateInEmptyMonth(19)))
  await form.getByLabel('Location').fill('Barn')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Pencil 2 dates' }).click()
  await expect(page.getByText('2 dates pencilled', { exact: true })).toBeVisible()
  const events = await api<CalendarEntry[]>('get', `/api/bands/${id}/events?${rangeQuery}`)
  expect(events.filter(({ type }) => type !== 'unavailable')).toMatchObject([
    { date: dateInEmptyMonth(12), status: 'tentative', optionNumber: 1, optionCount: 2, asksAnswers: true },
    { date: dateInEmptyMonth(19), status: 'tentative', optionNumber: 2, optionCount: 2 },
  ])
})
