// Journeys by keyboard alone: no step uses the mouse or focuses an element by script. Wherever Tab arrives,
// the focus must be visible.

import type { Locator, Page } from '@playwright/test'
import { formatMonth } from '@gaffer/domain/shared/dates'
import { dateCell, dateInEmptyMonth, monthHeading, emptyMonthStart } from './calendar-steps.ts'
import { createFilledBand, useFilledBandServer } from './filled-band.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const server = useFilledBandServer()

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Returns why the focus cannot be seen; null if it can. Radio buttons and switches may draw it on their label. */
const findFocusProblem = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: focused, body } = document
    const where = focused?.outerHTML.slice(0, 120) ?? ''
    if (!focused || focused === body) return 'no element has the focus'
    const hasOutline = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    const drawn = [focused, focused.parentElement, focused.parentElement?.parentElement].find(
      (element) => element && hasOutline(element),
    )
    // A heading or region that a dialog or a new page focuses has no ring of its own.
    if (!drawn && focused.getAttribute('tabindex') !== '-1') return `no outline on ${where}`
    const { top, bottom, left, right } = focused.getBoundingClientRect()
    return bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth ? `outside the window: ${where}` : null
  })

/** Presses Tab or Shift+Tab, at most `most` times, until the element has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 60): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < most; presses++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
    expect(await findFocusProblem(page)).toBeNull()
  }
  throw new Error(`${most} presses of ${key} did not reach ${String(target)}`)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name })
const expectVisibleFocus = (page: Page) => expect.poll(() => findFocusProblem(page)).toBeNull()

test('calendar, answer, set list, songs, notices, invitation and sign-in work by keyboard alone, with a visible focus that is never lost', async ({
  page,
  newContext,
  allowErrors,
}) => {
  test.setTimeout(360_000)
  // The page still sends requests after the sign-out.
  allowErrors(/status of 401/)
  const band = await createFilledBand(page, server(), newContext)
  const dialog = page.getByRole('dialog').last()

  await test.step('the calendar: months, days, agenda', async () => {
    await page.goto(`${server().url}/dashboard`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Side Project')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await press(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Calendar/ }))
    await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeFocused()
    await press(page, page.getByRole('radio', { name: 'Month' }), 'ArrowRight')
    await expect(page.getByRole('radio', { name: 'Agenda' })).toBeChecked()
    await page.keyboard.press('ArrowLeft')
    await tabTo(page, page.getByRole('grid').locator('[tabindex="0"]'))
    for (const key of ['PageDown', 'PageDown', 'PageDown']) await page.keyboard.press(key)
    await expect(monthHeading(page)).toHaveText(formatMonth(emptyMonthStart))
    const readFocusedDate = () => page.evaluate(() => document.activeElement?.getAttribute('data-date') ?? null)
    while ((await readFocusedDate()) !== dateInEmptyMonth(1)) await page.keyboard.press('ArrowLeft')
  })

  await test.step('an event is added on a day', async () => {
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await press(page, button(dialog, /^Add/))
    const form = page.getByRole('dialog', { name: 'New event' })
    await press(page, form.getByRole('combobox', { name: 'Type' }))
    // Types only once the open list has the focus.
    await expect(page.getByRole('option', { name: 'Practice', exact: true })).toBeFocused()
    await page.keyboard.type('Mee')
    await expect(page.getByRole('option', { name: 'Meeting' })).toBeFocused()
    await page.keyboard.press('Enter')
    await type(page, form.getByLabel('Start time'), '7')
    await expect(form.getByText('7:00 PM', { exact: true })).toBeVisible()
    await type(page, form.getByLabel('Location'), 'Kitchen')
    await page.keyboard.press('Enter')
    await expect(dateCell(page, dateInEmptyMonth(4))).toContainText('Meeting')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(dateCell(page, dateInEmptyMonth(4))).toBeFocused()
  })

  await test.step('days away are painted', async () => {
    const opener = button(page, "I'm away")
    await tabTo(page, opener, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(page, dialog.locator('[role=gridcell][tabindex="0"]'))
    for (const key of [' ', 'ArrowRight', ' ']) await page.keyboard.press(key)
    await press(page, button(dialog, 'Save 2 days away'))
    // The second dialog opens because one of the days has a practice.
    await press(page, button(page.getByRole('dialog', { name: 'On those days' }), 'Save 2 days away'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  await test.step('a date is found and pencilled', async () => {
    await press(page, button(page, 'Find a date'))
    const row = dialog.getByRole('button', { name: /^(Friday|Saturday) / }).nth(2)
    await press(page, row, ' ')
    await expect(row).toHaveAttribute('aria-pressed', 'true')
    // Tabs backwards, past the filters: the number of dates that follow depends on the day of the test.
    await tabTo(page, button(dialog, 'Pencil it'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'New event' })
    await type(page, form.getByLabel('Location'), 'Barn')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectVisibleFocus(page)
  })

  await test.step('a gig is answered, with a comment, and the answer withdrawn', async () => {
    await page.goto(`${server().url}/bands/${band.id}/events/${band.gigId}`)
    const answer = page.getByRole('radiogroup', { name: 'Your answer to Launch at the Adelphi' })
    await tabTo(page, answer.getByRole('radio', { name: 'Yes' }))
    await page.keyboard.press(' ')
    await expect(answer.getByRole('radio', { name: 'Yes' })).toBeChecked()
    await page.keyboard.press('ArrowRight')
    await expect(answer.getByRole('radio', { name: 'Maybe' })).toBeChecked()
    await press(page, button(page, 'Add a comment'))
    await expect(page.getByLabel('Comment')).toBeFocused()
    await page.keyboard.type('After nine')
    await page.keyboard.press('Enter')
    await expect(page.getByText('After nine')).toBeVisible()
    await expect(button(page, 'Change comment')).toBeFocused()
    await press(page, button(page, 'Withdraw').first())
    await expect(answer.getByRole('radio', { checked: true })).toHaveCount(0)
    await expectVisibleFocus(page)
    await page.keyboard.press('Tab')
    await expectVisibleFocus(page)
  })

  await test.step('the dates of an enquiry are answered, all at once and one by one', async () => {
    await page.goto(`${server().url}/bands/${band.id}/options/${band.optionGroupId}`)
    const waitForSave = () => page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
    const allSaved = waitForSave()
    await press(page, button(page, 'All yes'))
    await allSaved
    await expect(page.getByRole('radio', { name: 'Yes', checked: true })).toHaveCount(3)
    const first = page.getByRole('radiogroup').first()
    await tabTo(page, first.getByRole('radio', { name: 'Yes' }))
    const oneSaved = waitForSave()
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    expect((await oneSaved).request().postDataJSON()).toMatchObject({ answers: [{ answer: 'no' }] })
    await expect(first.getByRole('radio', { name: 'No' })).toBeChecked()
    await page.goto(`${server().url}/bands/${band.id}/events/${band.gigId}`)
  })

  await test.step('the gig sheet is edited', async () => {
    const opener = button(page, 'Edit gig sheet')
    await press(page, opener)
    await type(page, dialog.getByLabel('Gear'), 'Bring drums')
    await press(page, button(dialog, 'Save'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
    await expect(page.getByText('Bring drums')).toBeVisible()
  })

  await test.step('a set list is reordered and saved', async () => {
    await page.goto(`${server().url}/setlists/${band.setlistId}`)
    const handle = button(page, 'Move Valerie')
    await tabTo(page, handle)
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Valerie, position 3 of 5')).toBeAttached()
    await expect(handle).toBeFocused()
    await page.keyboard.press('Home')
    await expect(page.getByText('Valerie, position 1 of 5')).toBeAttached()
    await expect(handle).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('Valerie, position 2 of 5')).toBeAttached()
    await expect(handle).toBeFocused()
    await press(page, button(page, 'Save'))
    await expect(button(page, 'Save')).toHaveCount(0)
    await expectVisibleFocus(page)
  })

  await test.step('the practice list is answered', async () => {
    await page.goto(`${server().url}/songs`)
    await press(page, button(page, /^Your readiness for Dakota/))
    await expect(button(page, 'Your readiness for Dakota: Working')).toBeFocused()
    await press(page, button(page, /^Ruby/))
    await press(page, page.getByRole('switch', { name: 'Veto' }), ' ')
    await expect(page.getByRole('switch', { name: 'Veto' })).toBeChecked()
  })

  await test.step('the notices are opened by the bell', async () => {
    const bell = page.getByRole('link', { name: /^Notices/ })
    await tabTo(page, bell, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeFocused()
    await press(page, page.getByRole('main').getByRole('link', { name: /^Practice added.*Side Project/ }))
    await expect(page.getByRole('heading', { level: 1, name: 'Practice' })).toBeFocused()
  })

  await test.step('a link to the band is made and revoked', async () => {
    await tabTo(
      page,
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Manage Band/ }),
      'Shift+Tab',
    )
    await page.keyboard.press('Enter')
    await press(page, page.getByRole('tab', { name: 'Band Settings' }), 'ArrowRight')
    await expect(page.getByRole('tab', { name: 'Members' })).toBeFocused()
    await type(page, page.getByRole('textbox', { name: /^Note/ }), 'For the strings')
    await press(page, button(page, 'Generate invite link'))
    const revoke = button(page.getByRole('listitem').filter({ hasText: 'For the strings' }), /^Revoke/)
    await tabTo(page, revoke, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const confirm = button(page.getByRole('alertdialog'), 'Revoke')
    // A dialog ignores input for a moment after it has opened.
    await expect(confirm).toHaveCSS('pointer-events', 'auto')
    await press(page, confirm)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(revoke).toHaveCount(0)
    await expectVisibleFocus(page)
  })

  await test.step('Ros signs out, and Danny signs in', async () => {
    await tabTo(page, button(page, /Your menu/), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/(login)?$/)
    await page.goto(`${server().url}/login`)
    // The started application replaces the prerendered markup, and with it the focused element.
    await page.waitForLoadState('networkidle')
    await type(page, page.getByLabel('Mobile number'), '07700900104')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Verification code')).toBeFocused()
    await page.keyboard.type(await server().codeTo('+447700900104'))
    await expect(page).toHaveURL(/\/dashboard$/)
    for (const { value } of await page.context().cookies()) server().keepOutOfLogs(value)
    await expectVisibleFocus(page)
  })
})
