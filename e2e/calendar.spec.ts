// Events and days away, conflicts between two members, and the calendar link.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Locator } from '@playwright/test'
import { formatDate } from '@gaffer/domain/shared/dates'
import { expectAccessible } from './axe.ts'
import {
  openNewEventForm,
  dateCell,
  dateInEmptyMonth,
  joinBandAsKit,
  emptyMonthStart,
  createAndSelectBand,
  openEventDialog,
  openEmptyMonth,
  refuseClipboard,
  rosPhone,
} from './calendar-steps.ts'
import { expect, signIn, test } from './fixtures.ts'

const practice = (date: string, title: string) => ({
  type: 'practice',
  date,
  title,
  startTime: '19:00',
  endTime: '22:00',
  location: 'Unit 4',
})

test(
  'a double press adds one event; Keep mine merges two edits of one event; without a clipboard the share text is shown; deleting needs a confirmation',
  { tag: '@desk' },
  async ({ page, demo, newContext, allowErrors }) => {
    const band = await createAndSelectBand(page, demo)
    const { id, api } = band
    const apiAsKit = await joinBandAsKit(await newContext(), demo, band)
    await openEmptyMonth(page, demo)

    const form = await openNewEventForm(page, dateInEmptyMonth(12))
    await form.getByLabel('Location').fill('Unit 4')
    await form.getByRole('button', { name: 'Add event' }).dblclick()
    await expect(page.getByText('Event created successfully', { exact: true })).toBeVisible()
    const range = `startDate=${emptyMonthStart}&endDate=${dateInEmptyMonth(28)}`
    const listEvents = () => api<CalendarEntry[]>('get', `/api/bands/${id}/events?${range}`)
    const [event, ...rest] = await listEvents()
    expect(rest).toEqual([])

    await openEventDialog(page, dateInEmptyMonth(12), /Practice/)
    await page.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit event' })
    await edit.getByLabel('Title').fill('Last one before the gig')
    await apiAsKit('patch', `/api/bands/${id}/events/${event?.id}`, { notes: 'Bring the big van' })
    allowErrors(/status of 412/)
    await edit.getByRole('button', { name: 'Save' }).click()
    const stale = page.getByRole('dialog', { name: 'Somebody changed this in the meantime' })
    await expect(stale).toContainText('Kit saved this event while you had it open')
    await expect(stale).toContainText('Theirs: Bring the big van')
    await expect(stale).toContainText('Yours: Last one before the gig')
    await expectAccessible(page)
    await stale.getByRole('button', { name: 'Keep mine' }).click()
    await expect(page.getByText('Event updated successfully', { exact: true })).toBeVisible()
    expect(await listEvents()).toMatchObject([{ title: 'Last one before the gig', notes: 'Bring the big van' }])

    const details = await openEventDialog(page, dateInEmptyMonth(12), /Last one/)
    // Without share sheet and clipboard, the text is shown in a field.
    await refuseClipboard(page)
    await details.getByRole('button', { name: 'Share' }).click()
    await expect(details.getByLabel('Copy this')).toHaveValue(
      new RegExp(
        `^Last one before the gig \\(Practice\\)\\n.*\\nUnit 4\\n${demo.url}/bands/${id}/events/${event?.id}$`,
      ),
    )
    await details.getByRole('button', { name: 'Delete' }).dblclick()
    await expect(details.getByText('Are you sure you want to delete this event?')).toBeVisible()
    expect(await listEvents()).toHaveLength(1)
    await details.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('The event has been removed from your calendar', { exact: true })).toBeVisible()
    await expect(dateCell(page, dateInEmptyMonth(12))).toBeVisible()
    expect(await listEvents()).toEqual([])
  },
)

test(
  'an error toast does not cover the event form’s title or buttons, and the typed location stays',
  { tag: '@desk' },
  async ({ page, demo, allowErrors }) => {
    allowErrors(/status of 500/)
    await createAndSelectBand(page, demo)
    await page.goto(`${demo.url}/calendar`)
    await page.getByRole('button', { name: 'Add a practice today' }).click()
    const form = page.getByRole('dialog', { name: 'New event' })
    await form.getByLabel('Location').fill('Unit 4')
    await page.route('**/api/bands/*/events', (route) => route.fulfill({ status: 500 }))
    await form.getByRole('button', { name: 'Add event' }).click()
    const toast = page.getByRole('region', { name: 'Notification' }).getByRole('listitem')
    await expect(toast).toContainText('Failed to create event')
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    const said = await readBox(toast)
    for (const part of [
      form.getByRole('heading'),
      ...['Close', 'Add event'].map((name) => form.getByRole('button', { name })),
    ]) {
      const { x, y, width, height } = await readBox(part)
      const isClear =
        y + height <= said.y || said.y + said.height <= y || x + width <= said.x || said.x + said.width <= x
      expect(isClear, String(part)).toBe(true)
    }
    await expect(form.getByLabel('Location')).toHaveValue('Unit 4')
  },
)

async function readBox(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not there`)
  return box
}

test(
  'the form names conflicts only while its dates are valid; saving days away asks about each conflicting event and deletes only the chosen ones; Escape saves nothing',
  { tag: '@desk' },
  async ({ page, demo, newContext }) => {
    const band = await createAndSelectBand(page, demo)
    const { id, api } = band
    const apiAsKit = await joinBandAsKit(await newContext(), demo, band)
    await apiAsKit('post', '/api/me/events', {
      type: 'unavailable',
      date: dateInEmptyMonth(14),
      endDate: dateInEmptyMonth(16),
    })
    for (const [date, title] of [
      [dateInEmptyMonth(14), 'Stage plan'],
      [dateInEmptyMonth(20), 'First half'],
      [dateInEmptyMonth(21), 'Second half'],
    ])
      await api('post', `/api/bands/${id}/events`, practice(date as string, title as string))
    await openEmptyMonth(page, demo)

    const form = await openNewEventForm(page, dateInEmptyMonth(10))
    const [date, endDate] = [form.getByLabel('Date', { exact: true }), form.getByRole('textbox', { name: /^End date/ })]
    await date.fill('')
    await form.getByRole('button', { name: 'Add event' }).click()
    await expect(form.getByText('Please fill in all required fields')).toBeVisible()
    // The error of one date field does not move the other.
    expect((await endDate.boundingBox())?.y).toBe((await date.boundingBox())?.y)
    await date.fill(formatDate(dateInEmptyMonth(14)))
    await expect(form.getByText('Away: Kit')).toBeVisible()
    await expect(form.getByText('Also on: Stage plan, 7:00 PM')).toBeVisible()
    // Without valid dates there is no warning.
    const warning = form.getByText('Away: Kit')
    for (const [field, wrong, right] of [
      [date, '', formatDate(dateInEmptyMonth(14))],
      [endDate, formatDate(dateInEmptyMonth(13)), ''],
    ] as const) {
      await field.fill(wrong)
      await expect(warning).toBeHidden()
      await field.fill(right)
      await expect(warning).toBeVisible()
    }

    await form.getByRole('combobox', { name: 'Type' }).click()
    await expectAccessible(page)
    await page.getByRole('option', { name: 'Unavailable' }).click()
    await form.getByText('Several days').click()
    // The last day is picked first.
    await form.locator(`[data-date="${dateInEmptyMonth(22)}"]`).click()
    await form.locator(`[data-date="${dateInEmptyMonth(19)}"]`).click()
    await expect(form.getByText('When you save, you are asked about each.')).toBeVisible()
    await form.getByRole('button', { name: 'Save days away' }).click()
    const question = page.getByRole('alertdialog')
    const first = `Cancel First half on ${formatDate(dateInEmptyMonth(20))}?`
    const read = () =>
      api<CalendarEntry[]>(
        'get',
        `/api/bands/${id}/events?startDate=${dateInEmptyMonth(18)}&endDate=${dateInEmptyMonth(28)}`,
      )
    await expect(question).toContainText(first)
    await question.getByRole('button', { name: 'Cancel event' }).click()
    await expect(question).toContainText(`Cancel Second half on ${formatDate(dateInEmptyMonth(21))}?`)
    // Dismissing the questions saves nothing and keeps the form open.
    await question.getByRole('button', { name: 'Keep event' }).hover()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    expect((await read()).map(({ title }) => title)).toEqual(['First half', 'Second half'])
    await form.getByRole('button', { name: 'Save days away' }).click()
    await expect(question).toContainText(first)
    await question.getByRole('button', { name: 'Cancel event' }).click()
    await expect(question).toContainText(`Cancel Second half on ${formatDate(dateInEmptyMonth(21))}?`)
    await question.getByRole('button', { name: 'Keep event' }).click()
    await expect(page.getByText('Event created successfully', { exact: true })).toBeVisible()
    const named = `Event deleted successfully: First half on ${formatDate(dateInEmptyMonth(20))}`
    await expect(page.getByText(named, { exact: true })).toBeVisible()
    expect((await read()).map(({ title, date, endDate }) => [title, date, endDate])).toEqual([
      [null, dateInEmptyMonth(19), dateInEmptyMonth(22)],
      ['Second half', dateInEmptyMonth(21), null],
    ])
  },
)

test('Subscribe copies the feed’s URL, or selects it if the clipboard refuses; a replaced link answers 404; All events downloads an .ics file', async ({
  page,
  demo,
  allowErrors,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, api } = await createAndSelectBand(page, demo)
  await page.goto(`${demo.url}/calendar`)
  const { urls } = await api<{ urls: { full: string } }>('get', `/api/bands/${id}/calendar/url`)
  demo.keepOutOfLogs(urls.full.split('/feeds/')[1] as string)
  const choose = async (name: string) => {
    // Closes the last toast, which on a phone covers the menu button.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Subscribe and export' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Subscribe')
  const dialog = page.getByRole('dialog', { name: 'Subscribe' })
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Calendar URL copied', { exact: true })).toBeVisible()
  const instructions = page.getByText('Paste this URL in your calendar app to subscribe to live updates', {
    exact: true,
  })
  await expect(instructions.first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(urls.full)

  await refuseClipboard(page)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copy the selected link', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Address')).toHaveValue(urls.full)
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Add to your calendar' })).toHaveAttribute(
    'href',
    urls.full.replace(/^https?:/, 'webcal:'),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click()
  const sure = page.getByRole('alertdialog')
  await expect(sure).toContainText('stops getting updates')
  await sure.getByRole('button', { name: 'Replace' }).click()
  const replaced = page.getByRole('dialog').getByLabel('Address')
  await expect(replaced).not.toHaveValue(urls.full)
  demo.keepOutOfLogs((await replaced.inputValue()).split('/feeds/')[1] as string)
  expect((await page.request.get(urls.full)).status()).toBe(404)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  const saved = page.waitForEvent('download')
  await choose('All events')
  const name = (await saved).suggestedFilename()
  expect(name).toMatch(/\.ics$/)
  await expect(page.getByText(`Downloaded ${name}`, { exact: true })).toBeVisible()

  allowErrors(/status of 401|status of 500/)
  await page.route('**/calendar/url', (route) =>
    route.fulfill({ status: 401, json: { code: 'not_signed_in', message: 'Sign in first' } }),
  )
  await choose('Subscribe')
  await expect(page.getByText('Please sign in to get calendar URLs', { exact: true })).toBeVisible()
  await page.route('**/calendar/export/**', (route) => route.fulfill({ status: 500 }))
  await choose('My events')
  await expect(page.getByText('Failed to export calendar. Please try again.', { exact: true })).toBeVisible()
})

test('a user without a selected band adds, moves and deletes days away, and closing a changed form asks first', async ({
  page,
  demo,
}) => {
  await signIn(page.context(), demo, rosPhone)
  await page.addInitScript(() => localStorage.setItem('gaffer.selectedContextId', 'personal'))
  await page.addInitScript(() => localStorage.removeItem('gaffer.selectedBandId'))
  await openEmptyMonth(page, demo)
  const form = await openNewEventForm(page, dateInEmptyMonth(25))
  await form.getByLabel('Title').fill('Wedding in Wales')
  await form.getByRole('button', { name: 'Save days away' }).click()
  await expect(page.getByText('Event created successfully', { exact: true })).toBeVisible()

  const details = await openEventDialog(page, dateInEmptyMonth(25), /^Ros away.*Wedding in Wales/)
  await expect(details).toContainText('Wedding in Wales')
  await details.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit days away' })
  await edit.locator(`[data-date="${dateInEmptyMonth(26)}"]`).click()
  await expect(edit.getByText(formatDate(dateInEmptyMonth(26)))).toBeVisible()
  // Closing asks before it discards changes.
  await edit.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Discard your changes?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Event updated successfully', { exact: true })).toBeVisible()
  await expect(dateCell(page, dateInEmptyMonth(25))).not.toContainText('away')

  const moved = await openEventDialog(page, dateInEmptyMonth(26), /^Ros away/)
  await moved.getByRole('button', { name: 'Delete' }).click()
  await moved.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Event deleted', { exact: true })).toBeVisible()
  await expect(dateCell(page, dateInEmptyMonth(26))).not.toContainText('away')
})
