// The back button with open dialogs: they share one history entry above that of their page.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Page } from '@playwright/test'
import type { AppServer } from './app-server.ts'
import { createAndSelectBand, dateInEmptyMonth } from './calendar-steps.ts'
import { expect, signIn, test } from './fixtures.ts'
import { magsPhone, mainNavigation } from './shell-steps.ts'

const opener = (page: Page) => page.getByRole('button', { name: 'Add a practice today' })
const form = (page: Page) => page.getByRole('dialog', { name: 'New event' })
const question = (page: Page) => page.getByRole('alertdialog')

/** Whether the page is on the history entry that open dialogs share. */
const isOnDialogEntry = (page: Page) => page.evaluate(() => Object.hasOwn(history.state as object, 'gafferOverlay'))

/** Waits before it presses Back: after an earlier Back the page adds the entry of its dialogs again, asynchronously. */
async function pressBackInDialog(page: Page): Promise<void> {
  await expect.poll(() => isOnDialogEntry(page)).toBe(true)
  await page.goBack()
}

/** Opens the landing page and then the calendar, each by its address, so that Back leads from the calendar to another document. */
async function openCalendarDirectly(page: Page, { url }: AppServer): Promise<{ before: string; calendar: string }> {
  const [before, calendar] = [`${url}/`, `${url}/calendar`]
  await page.goto(before)
  await page.goto(calendar)
  await expect(opener(page)).toBeVisible()
  return { before, calendar }
}

async function openForm(page: Page): Promise<void> {
  await opener(page).click()
  await expect(form(page).getByRole('heading', { name: 'New event' })).toBeFocused()
}

test('Back closes a dialog of a page that was opened directly or reloaded, Forward does not open it again, and the next Back leaves the page', async ({
  page,
  demo,
  context,
}) => {
  await signIn(context, demo, magsPhone)
  const { before, calendar } = await openCalendarDirectly(page, demo)
  await openForm(page)
  await page.goBack()
  await expect(form(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
  await expect(page).toHaveURL(calendar)

  await page.goForward()
  await openForm(page)
  await page.reload()
  await expect(opener(page)).toBeVisible()
  await expect(form(page)).toBeHidden()
  await openForm(page)
  await page.goBack()
  await expect(form(page)).toBeHidden()
  await expect(page).toHaveURL(calendar)
  await page.goBack()
  await expect(page).toHaveURL(before)
})

test('after a reload with an open dialog another page can be opened at once, and one Back leaves the page', async ({
  page,
  demo,
  context,
}) => {
  await signIn(context, demo, magsPhone)
  const { before } = await openCalendarDirectly(page, demo)
  await openForm(page)
  await page.reload()
  await expect(opener(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(before)
  await page.goForward()
  await openForm(page)
  await page.reload()
  await page.goto(`${demo.url}/profile`)
  await expect(page).toHaveURL(`${demo.url}/profile`)
})

test('a dialog that was closed by its button or by Escape leaves nothing in the history', async ({
  page,
  demo,
  context,
}) => {
  await signIn(context, demo, magsPhone)
  const { before } = await openCalendarDirectly(page, demo)
  await openForm(page)
  await form(page).getByRole('button', { name: 'Close' }).click()
  await expect(form(page)).toBeHidden()
  await openForm(page)
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  // The entry is removed asynchronously, sooner than a member can press Back.
  await expect.poll(() => isOnDialogEntry(page)).toBe(false)
  await page.goBack()
  await expect(page).toHaveURL(before)
})

test('on a page that was opened directly, Back asks about what was typed in a dialog, and Back again returns to typing', async ({
  page,
  demo,
  context,
}) => {
  await signIn(context, demo, magsPhone)
  const { before, calendar } = await openCalendarDirectly(page, demo)
  await openForm(page)
  await form(page).getByLabel('Title').fill('Half written')
  for (let round = 0; round < 2; round += 1) {
    await pressBackInDialog(page)
    await expect(question(page)).toContainText('not been saved')
    await expect(question(page).locator(':focus')).toHaveCount(1)
    await pressBackInDialog(page)
    await expect(question(page)).toBeHidden()
    await expect(form(page).getByLabel('Title')).toHaveValue('Half written')
  }
  await pressBackInDialog(page)
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(form(page)).toBeHidden()
  await expect(page).toHaveURL(calendar)
  await page.goBack()
  await expect(page).toHaveURL(before)
})

test('a link in a dialog replaces the history entry of the dialog, and Back closes the upper one of two dialogs', async ({
  page,
  demo,
}) => {
  const band = await createAndSelectBand(page, demo)
  const event = await band.api<CalendarEntry>('post', `/api/bands/${band.id}/events`, {
    type: 'practice',
    title: 'Run-through',
    date: dateInEmptyMonth(18),
    startTime: '19:00',
    location: 'Mill Lane',
  })
  await page.goto(`${demo.url}/calendar?event=${event.id}`)
  const details = page.getByRole('dialog', { name: 'Run-through' })
  await details.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit event' })
  await edit.getByLabel('Title').fill('Half written')
  await page.goBack()
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toBeHidden()
  await page.goBack()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(edit).toBeHidden()
  await expect(details).toBeVisible()

  await page.goto(`${demo.url}/calendar?event=${event.id}`)
  await details.getByRole('link', { name: 'Open page' }).click()
  await expect(page).toHaveURL(`${demo.url}/bands/${band.id}/events/${event.id}`)
  await page.goBack()
  await expect(page).toHaveURL(/\/calendar/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Back from a page with unsaved entries asks first and keeps the address of the page, and "Leave" goes back once', async ({
  page,
  demo,
  context,
}) => {
  await signIn(context, demo, magsPhone)
  await page.goto(`${demo.url}/dashboard`)
  await mainNavigation(page)
    .getByRole('link', { name: /^Calendar/ })
    .click()
  await expect(opener(page)).toBeVisible()
  await mainNavigation(page)
    .getByRole('link', { name: /^Manage Band/ })
    .click()
  await page.getByLabel('Description').fill('Half written')
  await page.goBack()
  await expect(question(page)).toContainText('not been saved')
  await expect(page).toHaveURL(`${demo.url}/admin`)
  await expect(question(page).locator(':focus')).toHaveCount(1)
  await page.goBack()
  await expect(question(page)).toBeHidden()
  await expect(page.getByLabel('Description')).toHaveValue('Half written')
  await page.goBack()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`${demo.url}/calendar`)
  await page.goBack()
  await expect(page).toHaveURL(`${demo.url}/dashboard`)
})

test('Back closes a date picker, a list or a menu in a dialog before the dialog, and adds no history entry', async ({
  page,
  demo,
  context,
}) => {
  await signIn(context, demo, magsPhone)
  const { before } = await openCalendarDirectly(page, demo)
  await openForm(page)
  const days = form(page).getByRole('grid')
  const types = form(page).getByRole('listbox')
  await form(page).getByRole('button', { name: 'Choose date' }).click()
  await expect(days).toBeVisible()
  await pressBackInDialog(page)
  await expect(days).toBeHidden()
  await form(page).getByRole('combobox', { name: 'Type' }).click()
  await expect(types).toBeVisible()
  await pressBackInDialog(page)
  await expect(types).toBeHidden()
  await expect(form(page)).toBeVisible()
  await pressBackInDialog(page)
  await expect(form(page)).toBeHidden()

  const menu = page.getByRole('menu')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: /Switch band/ }).click()
  await expect(menu).toBeVisible()
  await pressBackInDialog(page)
  await expect(menu).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await pressBackInDialog(page)
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await page.getByRole('button', { name: /Your menu/ }).click()
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(before)
})
