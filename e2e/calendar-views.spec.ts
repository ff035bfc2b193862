// Month and agenda views: keyboard, swipes, deep links, filters and layout.

import type { Page } from '@playwright/test'
import { addDays, addMonths, formatDate, formatMonth, todayInLondon } from '@gaffer/domain/shared/dates'
import { expectAccessible } from './axe.ts'
import {
  dateCell,
  dateInEmptyMonth,
  monthHeading,
  isPhoneViewport,
  emptyMonthStart,
  createAndSelectBand,
  openEmptyMonth,
  rosPhone,
  swipeMonth,
  swipeMonthWithTouchEventsOnly,
} from './calendar-steps.ts'
import { expect, signIn, test } from './fixtures.ts'

const emptyAgenda = ['No events this month', 'Add some practices or gigs to get started']

test(
  'arrow, Page and Home keys move the focus in the month grid, and swipes change the month; the Add button of an empty agenda proposes a day of the shown month',
  { tag: '@desk' },
  async ({ page, demo }) => {
    await createAndSelectBand(page, demo)
    await openEmptyMonth(page, demo)
    await expect(page.locator('[role=gridcell][tabindex="0"]')).toHaveCount(1)
    await dateCell(page, dateInEmptyMonth(10)).focus()
    const next = addMonths(emptyMonthStart, 1)
    const walk: [key: string, to: string][] = [
      ['ArrowRight', dateInEmptyMonth(11)],
      ['ArrowDown', dateInEmptyMonth(18)],
      ['ArrowUp', dateInEmptyMonth(11)],
      ['ArrowLeft', dateInEmptyMonth(10)],
      ['PageDown', addDays(next, 9)],
      ['Shift+PageDown', addMonths(addDays(next, 9), 12)],
      ['Shift+PageUp', addDays(next, 9)],
      ['PageUp', dateInEmptyMonth(10)],
    ]
    for (const [key, to] of walk) {
      await page.keyboard.press(key)
      await expect(dateCell(page, to)).toBeFocused()
    }
    await page.keyboard.press('Home')
    await expect(page.locator('[role=gridcell]:focus').locator('xpath=preceding-sibling::*[@role]')).toHaveCount(0)

    if (isPhoneViewport(page)) {
      await swipeMonth(page, -120)
      await expect(monthHeading(page)).toHaveText(formatMonth(next))
      await swipeMonth(page, 120)
      await expect(monthHeading(page)).toHaveText(formatMonth(emptyMonthStart))
      await swipeMonthWithTouchEventsOnly(page, -120)
      await expect(monthHeading(page)).toHaveText(formatMonth(next))
      await swipeMonthWithTouchEventsOnly(page, 120)
      await expect(monthHeading(page)).toHaveText(formatMonth(emptyMonthStart))
    } else {
      const add = dateCell(page, dateInEmptyMonth(10)).getByRole('button', { name: 'Add' })
      await expect(add).toBeHidden()
      await dateCell(page, dateInEmptyMonth(10)).hover()
      await add.click()
      await expect(page.getByRole('dialog').getByLabel('Date', { exact: true })).toHaveValue(
        formatDate(dateInEmptyMonth(10)),
      )
      await page.keyboard.press('Escape')
      await expect(dateCell(page, dateInEmptyMonth(10))).toBeFocused()
      await page.getByRole('button', { name: 'Refresh' }).hover()
      await expect(page.getByText('Refresh', { exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByText('Refresh', { exact: true })).toBeHidden()
    }
    if (isPhoneViewport(page)) {
      // The floating button does not cover the last line of the page.
      await page.setViewportSize({ width: 390, height: 600 })
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const [last, button] = [
        page.getByText('Nothing on this day.'),
        page.getByRole('button', { name: /practice today/ }),
      ]
      const { y = 0, height = 0 } = (await last.boundingBox()) ?? {}
      expect((await button.boundingBox())?.y).toBeGreaterThan(y + height)
    }
    await page.getByText('Agenda', { exact: true }).click()
    for (const text of emptyAgenda) await expect(page.getByText(text)).toBeVisible()
    await expectAccessible(page)
    // With forced colours, the selected view has the system colour Highlight.
    await page.emulateMedia({ forcedColors: 'active' })
    await expect.poll(() => isHighlighted(page, 'Agenda')).toBe(true)
    expect(await isHighlighted(page, 'Month')).toBe(false)
    await page.emulateMedia({ forcedColors: 'none' })
    // The form that an empty month opens proposes a day of that month.
    const shown = await page.getByRole('heading', { level: 2 }).first().textContent()
    await page.getByRole('main').getByRole('button', { name: 'Add event' }).click()
    const proposed = await page.getByRole('dialog').getByLabel('Date', { exact: true }).inputValue()
    expect(shown).toBe(formatMonth(proposed.split('/').toReversed().join('-')))
  },
)

test('a calendar link opens its event or form once, also after a sign-in; the calendar restores month, view and filters unless valid parameters override them', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/status of (401|404)/)
  const { id, api } = await createAndSelectBand(page, demo)
  // No other journey adds events in this month.
  const next = addMonths(emptyMonthStart, 1)
  const date = addDays(next, 19)
  const practice = { type: 'practice', date, title: 'Run-through', location: 'Unit 4', startTime: '19:07' }
  const event = await api<{ id: string }>('post', `/api/bands/${id}/events`, practice)
  const link = `${demo.url}/calendar?event=${event.id}`
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page).toHaveURL(/\/login$/)
  // The browser remembers an earlier session of Ros.
  await page.evaluate(() => localStorage.setItem('gaffer.currentUser', '{}'))
  // An open login page could find the new session and open the link before the reload.
  await page.goto(`${demo.url}/favicon.svg`)
  await signIn(page.context(), demo, rosPhone)
  await page.goto(`${demo.url}/login`)
  const details = page.getByRole('dialog', { name: 'Run-through' })
  await expect(details).toContainText(formatDate(date))
  const nextMonth = `${demo.url}/calendar?month=${next.slice(0, 7)}`
  await expect(page).toHaveURL(nextMonth)
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(monthHeading(page)).toHaveText(formatMonth(next))

  // A link that is opened directly puts the calendar below the event in the history, so that Back closes the event.
  await page.goto(link)
  await expect(details).toBeVisible()
  // If #root inherited pointer-events from the body, opening a dialog would restyle every element of the page.
  await expect(page.locator('body')).toHaveCSS('pointer-events', 'none')
  await expect(page.locator('#root')).toHaveCSS('pointer-events', 'auto')
  await page.goBack()
  await expect(details).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(nextMonth)
  await expect(monthHeading(page)).toHaveText(formatMonth(next))

  await page.getByText('Agenda', { exact: true }).click()
  await page.getByRole('button', { name: 'My Events', pressed: true }).click()
  await expect(page).toHaveURL(`${nextMonth}&view=agenda`)
  await page.goto(`${demo.url}/dashboard`)
  await page.getByRole('link', { name: 'Add Event' }).first().click()
  const form = page.getByRole('dialog', { name: 'New event' })
  await expect(form.getByLabel('Date', { exact: true })).toHaveValue(formatDate(todayInLondon(new Date())))
  // Month and view are written to the address 0.3 s after the page opens. A Back in that moment would leave an address without them.
  await expect(page).toHaveURL(`${nextMonth}&view=agenda`)
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(`${nextMonth}&view=agenda`)
  await expect(monthHeading(page)).toHaveText(formatMonth(next))
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Run-through/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'My Events', pressed: false })).toBeVisible()

  // A valid parameter overrides the stored month and view; an invalid parameter is ignored.
  const later = addMonths(emptyMonthStart, 3)
  await page.goto(`${demo.url}/calendar?month=${later.slice(0, 7)}&view=week`)
  await expect(monthHeading(page)).toHaveText(formatMonth(later))
  await expect(page).toHaveURL(`${demo.url}/calendar?month=${later.slice(0, 7)}&view=agenda`)
  await page.goto(`${demo.url}/calendar?month=2026-13&view=month`)
  await expect(monthHeading(page)).toHaveText(formatMonth(later))
  await expect(page.getByRole('grid')).toBeVisible()

  await page.goto(`${demo.url}/calendar?event=01890000-0000-7000-8000-000000000000`)
  await expect(page.getByText('That event is not in your calendar', { exact: true })).toBeVisible()
  await page.goto(`${demo.url}/calendar?add=${dateInEmptyMonth(21)}`)
  await expect(form.getByLabel('Date', { exact: true })).toHaveValue(formatDate(dateInEmptyMonth(21)))
  await page.goto(`${demo.url}/songs?add`)
  await expect(page.getByRole('dialog', { name: 'Add Song' })).toBeVisible()
  await expect(page).toHaveURL(`${demo.url}/songs`)
})

test(
  'each filter hides its kind of events, and an empty agenda counts the hidden ones; a long title does not change the height of Next Up; nothing scrolls sideways; a dismissed Next Up stays hidden',
  { tag: '@desk' },
  async ({ page, demo }) => {
    const { id, api } = await createAndSelectBand(page, demo)
    await api('patch', `/api/bands/${id}`, { name: 'Side Project '.repeat(6).trim() })
    const practice = { type: 'practice', date: dateInEmptyMonth(20), title: 'Second half', location: 'Unit 4' }
    await api('post', `/api/bands/${id}/events`, practice)
    await api('post', '/api/me/events', { type: 'unavailable', date: dateInEmptyMonth(22) })
    const long = { ...practice, title: 'A very long title '.repeat(6), location: 'Far out on the moors '.repeat(6) }
    const today = todayInLondon(new Date())
    for (const startTime of [null, '19:00', '20:00', '21:00'])
      await api('post', `/api/bands/${id}/events`, { ...long, date: today, startTime })
    await openEmptyMonth(page, demo)
    // The Next Up card has the height of its skeleton.
    const card = await page.getByRole('region', { name: 'Next Up' }).boundingBox()
    expect(card?.height).toBe(66)
    if (isPhoneViewport(page)) await expectNextUpFits(page)
    await expectNoSidewaysScroll(page)
    if (!isPhoneViewport(page)) {
      // The card is as wide as the page's column, so that its texts are not cut off.
      expect(card?.width).toBeGreaterThanOrEqual(900)
      await page.setViewportSize({ width: 800, height: 1000 })
      await page.getByText('Second half').first().click()
      await expect(page.getByRole('dialog')).toContainText('Unit 4')
      await page.keyboard.press('Escape')
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    await page.getByText('Agenda', { exact: true }).click()
    const bandFilter = page.getByRole('button', { name: 'Band Events', pressed: true })
    await expect(page.getByRole('button', { name: /^Second half/ })).toBeVisible()
    await bandFilter.click()
    await expect(page.getByRole('button', { name: /^Second half/ })).toBeHidden()
    await expect(page.getByRole('button', { name: /Unavailable/ })).toHaveCount(1)
    await page.getByRole('button', { name: 'My Events', pressed: true }).click()
    for (const text of [...emptyAgenda, '2 hidden by the filters']) await expect(page.getByText(text)).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(bandFilter).toBeVisible()

    await page.getByRole('button', { name: 'Dismiss Next Up' }).click()
    await page.reload({ waitUntil: 'networkidle' })
    await expect(page.getByRole('region', { name: 'Next Up' })).toHaveCount(0)
    if (!isPhoneViewport(page)) return
    // On the narrowest phone each icon keeps its width of 16 px.
    await page.setViewportSize({ width: 320, height: 700 })
    await page.getByText('Month', { exact: true }).click()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await expect(dateCell(page, today)).toContainText('+3')
    expect((await dateCell(page, today).locator('svg').first().locator('xpath=..').boundingBox())?.width).toBeCloseTo(
      16,
      1,
    )
  },
)

function isHighlighted(page: Page, view: string): Promise<boolean> {
  return page
    .locator('label')
    .filter({ hasText: view })
    .evaluate((label) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.background = 'Highlight'
      const colors = [label, probe].map((element) => getComputedStyle(element).backgroundColor)
      probe.remove()
      return colors[0] === colors[1]
    })
}

/** Expects that a long title is visible and keeps the height of the card, on the narrowest phone and at 200% text size. */
async function expectNextUpFits(page: Page): Promise<void> {
  const region = page.getByRole('region', { name: 'Next Up' })
  const title = region.getByText(/^A very long title/)
  for (const [width, fontSize, height] of [
    [320, '100%', 66],
    [390, '200%', 132],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize)
    expect((await title.boundingBox())?.width).toBeGreaterThan(100)
    expect((await region.boundingBox())?.height).toBeCloseTo(height, 1)
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
}

/** Expects that at 200% text size neither the page nor the form with an open date picker scrolls sideways. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const setSize = (size: string) => page.evaluate((size) => (document.documentElement.style.fontSize = size), size)
  const excessWidth = (element: Element) => element.scrollWidth - element.clientWidth
  await setSize('200%')
  expect(await page.locator('html').evaluate(excessWidth)).toBe(0)
  // At the end of the page the floating button covers no day.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.getByRole('button', { name: 'Add a practice today' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Choose date' }).click()
  await expect(form.getByRole('grid')).toBeVisible()
  expect(await form.locator('div:has(> form)').evaluate(excessWidth)).toBe(0)
  // The date is completely visible, with its year.
  const date = form.getByLabel('Date', { exact: true })
  expect(await date.evaluate(excessWidth)).toBe(0)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await setSize('')
  await page.setViewportSize({ width: Math.min(width, 360), height })
  expect(await date.evaluate(excessWidth)).toBe(0)
  await page.setViewportSize({ width, height })
  // The first Escape closes the picker, the second Escape the form.
  await page.keyboard.press('Escape')
  await expect(form.getByRole('grid')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await setSize('')
}
