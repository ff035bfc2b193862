// A season of practices, and dates on which everybody is free.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import {
  addDays,
  addMonths,
  dayInWords,
  formatDate,
  monthName,
  weekdayIndex,
  weekdayAndDate,
  weekdayNames,
} from '@gaffer/domain/shared/dates'
import {
  dateInEmptyMonth,
  joinBandAsKit,
  emptyMonthStart,
  createAndSelectBand,
  openEmptyMonth,
  openNewEventForm,
} from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'

const firstWeekday = (weekday: number, from: string) => addDays(from, (weekday + 7 - weekdayIndex(from)) % 7)
const rangeQuery = `startDate=${emptyMonthStart}&endDate=${addDays(emptyMonthStart, 130)}`

test('a weekly series is added without the two clashing dates and the third date that the member leaves out', async ({
  page,
  demo,
  newContext,
}) => {
  const wednesday = firstWeekday(2, dateInEmptyMonth(1))
  const after = (weeks: number) => addDays(wednesday, 7 * weeks)
  const band = await createAndSelectBand(page, demo)
  const apiAsKit = await joinBandAsKit(await newContext(), demo, band)
  const evening = { startTime: '20:00', endTime: '23:00', location: 'Barn' }
  await apiAsKit('post', `/api/bands/${band.id}/events`, { type: 'practice', date: after(1), ...evening })
  await apiAsKit('post', `/api/bands/${band.id}/events`, { type: 'unavailable', date: after(3) })
  await openEmptyMonth(page, demo)
  const form = await openNewEventForm(page, wednesday)
  await form.getByRole('combobox', { name: 'Repeat' }).click()
  await page.getByRole('option', { name: 'Every Wednesday' }).click()
  await form.getByRole('textbox', { name: 'Until' }).fill(formatDate(after(11)))
  await expect(form.getByText('Clashes are shown once you choose a time, or that it is all day.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Start time' }).fill('8pm')
  await expect(form.getByText('2 of 12 dates clash')).toBeVisible()
  for (const week of [1, 3]) await form.getByText(`Leave out ${weekdayAndDate(after(week))}`).click()
  // A date without a clash can be left out too.
  await form.getByText('Leave out other dates').click()
  await form.getByText(`Leave out ${weekdayAndDate(after(7))}`).click()
  await form.getByRole('button', { name: 'Barn' }).click()
  await form.getByRole('button', { name: 'Add 9 events' }).click()
  await expect(page.getByText('9 events added', { exact: true })).toBeVisible()
  const events = await band.api<CalendarEntry[]>('get', `/api/bands/${band.id}/events?${rangeQuery}`)
  const practices = events.filter(({ seriesId }) => seriesId !== null)
  const left = Array.from({ length: 12 }, (_, week) => after(week)).filter(
    (date) => ![after(1), after(3), after(7)].includes(date),
  )
  expect(practices.map(({ date, location }) => [date, location])).toEqual(left.map((date) => [date, 'Barn']))
})

test('Find a date adds three Fridays on which every member is free as options; confirming one cancels the other two', async ({
  page,
  demo,
  newContext,
}) => {
  // Ros and Kit have events of other journeys in the month itself.
  const friday = firstWeekday(4, addMonths(emptyMonthStart, 2))
  const after = (weeks: number) => addDays(friday, 7 * weeks)
  const band = await createAndSelectBand(page, demo)
  const apiAsKit = await joinBandAsKit(await newContext(), demo, band)
  await apiAsKit('post', `/api/bands/${band.id}/events`, { type: 'unavailable', date: after(1) })
  for (const week of [0, 4]) {
    for (const api of [band.api, apiAsKit]) await api('put', `/api/me/free-months/${after(week).slice(0, 7)}`)
  }
  await openEmptyMonth(page, demo)
  await page.getByRole('button', { name: 'Find a date' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: weekdayNames[5] as string, exact: true }).click()
  await sheet.getByRole('textbox', { name: 'From' }).fill(formatDate(friday))
  const row = (week: number) => sheet.getByRole('button', { name: new RegExp(`^${dayInWords(after(week))} `) })
  await expect(row(1)).toHaveAccessibleName(/Kit is away$/)
  for (const week of [0, 2, 4]) {
    await expect(row(week)).toHaveAccessibleName(/Both are free$/)
    await row(week).click()
  }
  // The best dates stand first.
  await expect(sheet.getByRole('region').first()).toHaveAccessibleName('Everybody is free')
  await sheet.getByRole('button', { name: 'Ask about these 3' }).click()
  const form = page.getByRole('dialog').last()
  await form.getByLabel('Location').fill('Barn')
  await form.getByRole('button', { name: 'Pencil 3 dates' }).click()
  await expect(page.getByText('3 dates pencilled', { exact: true })).toBeVisible()
  const options = await band.api<CalendarEntry[]>('get', `/api/bands/${band.id}/events?${rangeQuery}`)
  const asked = options.filter(({ optionCount }) => optionCount === 3)
  expect(asked.map(({ date }) => date)).toEqual([after(0), after(2), after(4)])

  await page.goto(`${demo.url}/calendar?event=${asked[1]?.id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').last().getByText('Confirmed').click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Event updated successfully', { exact: true })).toBeVisible()
  const settled = await band.api<CalendarEntry[]>('get', `/api/bands/${band.id}/events?${rangeQuery}`)
  expect(settled.filter(({ optionCount }) => optionCount === 3).map(({ status }) => status)).toEqual([
    'cancelled',
    'confirmed',
    'cancelled',
  ])
})

test('the New event form that Find a date opens shows the sheet’s text about availability on the date, and after it is discarded the next form keeps the chosen type', async ({
  page,
  demo,
}) => {
  const friday = firstWeekday(4, addMonths(emptyMonthStart, 4))
  await createAndSelectBand(page, demo)
  await openEmptyMonth(page, demo)
  const sheet = page.getByRole('dialog', { name: 'Find a date' })
  const form = page.getByRole('dialog', { name: 'New event' })
  const pencil = async (weeks: number) => {
    await sheet.getByRole('button', { name: new RegExp(`^${dayInWords(addDays(friday, 7 * weeks))} `) }).click()
    await sheet.getByRole('button', { name: 'Pencil it' }).click()
  }
  await page.getByRole('button', { name: 'Find a date' }).click()
  await sheet.getByRole('textbox', { name: 'From' }).fill(formatDate(friday))
  const nothing = `Nothing for ${monthName(friday)} from anyone yet`
  await expect(sheet.getByText(nothing).first()).toBeVisible()
  await pencil(0)
  await expect(form.getByText(nothing)).toBeVisible()
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Public Gig' }).click()
  await form.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toHaveCount(0)
  await sheet.getByRole('button', { name: new RegExp(`^${dayInWords(friday)} `) }).click()
  await pencil(1)
  await expect(form.getByRole('combobox', { name: 'Type' })).toHaveText('Public Gig')
  await expect(form.getByLabel('Venue')).toBeVisible()
})
