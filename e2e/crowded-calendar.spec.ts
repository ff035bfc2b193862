// The calendar of a full month: chips, bars and the Next Up card keep their texts, and no element overlaps another.

import type { Locator, Page } from '@playwright/test'
import { addDays, daysBetween, startOfMonth, todayInLondon, weekdayIndex } from '@gaffer/domain/shared/dates'
import type { AppServer } from './app-server.ts'
import { createAndSelectBand, dateCell, isPhoneViewport, joinBandAsKit } from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'

const today = todayInLondon(new Date())
const midMonth = addDays(startOfMonth(today), 13)
const secondMonday = addDays(midMonth, -weekdayIndex(midMonth))
/** The Monday of a week that is wholly in the shown month, and whose first days are neither today nor tomorrow. */
const monday = Math.abs(daysBetween(today, secondMonday)) > 3 ? secondMonday : addDays(secondMonday, 7)
const title = 'Launch night with the Greenfield singers'

/** Opens the calendar with three events, a bar and days away on one Monday, and a gig of another band on the Thursday. */
async function openCrowdedCalendar(page: Page, demo: AppServer, kit: Parameters<typeof joinBandAsKit>[0]) {
  const band = await createAndSelectBand(page, demo)
  const apiAsKit = await joinBandAsKit(kit, demo, band)
  const other = await band.api<{ id: string }>('post', '/api/bands', { name: 'Northern Brass', displayName: 'Ros' })
  const add = (event: object, bandId = band.id, api = band.api) => api('post', `/api/bands/${bandId}/events`, event)
  const gig = { type: 'public_gig', startTime: '20:00', endTime: '23:00', venue: 'The Adelphi, De Grey Street, Hull' }
  await add({ ...gig, title, date: addDays(today, 1) })
  for (const startTime of ['09:00', '12:00', '15:00']) {
    await add({ type: 'practice', title: 'Sectional', date: monday, startTime, endTime: '16:00', location: 'Unit 4' })
  }
  await add({ ...gig, title: 'Greenfield Festival', date: monday, endDate: addDays(monday, 2) })
  await add({ type: 'unavailable', date: monday, endDate: addDays(monday, 1) }, band.id, apiAsKit)
  await add({ ...gig, title: 'Parish Hall dance', date: addDays(monday, 3), startTime: '19:30' }, other.id)
  await page.goto(`${demo.url}/calendar`)
  await expect(page.getByRole('grid').getByText('Greenfield Festival').first()).toBeVisible()
}

const readBox = async (one: Locator) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await one.boundingBox()) ?? {}
  return { left: x, top: y, right: x + width, bottom: y + height }
}

/** The texts of bars that are cut off: by a line height below that of the letters, or by an element around them. */
const findClippedBarTexts = (page: Page) =>
  page.locator('[data-event] .truncate').evaluateAll((texts) =>
    texts
      .filter((text) => {
        const { top, bottom } = text.getBoundingClientRect()
        const { fontSize, lineHeight } = getComputedStyle(text)
        // The letters of Inter with their accents and descenders are 1.2 times as high as the font size.
        if (parseFloat(lineHeight) < 1.2 * parseFloat(fontSize)) return true
        for (let around = text.parentElement; around?.closest('[data-event]'); around = around.parentElement) {
          if (getComputedStyle(around).overflowY === 'visible') continue
          const clip = around.getBoundingClientRect()
          if (clip.top + around.clientTop > top || clip.bottom - around.clientTop < bottom) return true
        }
        return false
      })
      .map((text) => text.textContent),
  )

async function expectNothingCoveredOnPhones(page: Page): Promise<void> {
  const cell = dateCell(page, monday)
  const bars = page.locator(`[data-event][data-date="${monday}"]`)
  for (const [width, height, count] of [
    [390, 844, 2],
    [375, 667, 1],
  ] as const) {
    await page.setViewportSize({ width, height })
    await cell.click({ position: { x: 4, y: 4 } })
    await expect(bars).toHaveCount(count)
    // Measured in one call: the tap before may still scroll the page.
    const { ring, icons, bar } = await cell.evaluate((day) => {
      const row = day.parentElement as Element
      const boxes = [day.firstElementChild, day.querySelector('svg')?.parentElement, row.querySelector('[data-event]')]
      const [number, icon, bar] = boxes.map((one) => (one as Element).getBoundingClientRect())
      const ringPx = parseFloat(getComputedStyle(day.firstElementChild as Element).outlineWidth)
      return { ring: (number?.bottom ?? 0) + ringPx, icons: icon?.toJSON() as DOMRect, bar: bar?.top }
    })
    expect(icons.top).toBeGreaterThanOrEqual(ring)
    expect(bar).toBeGreaterThanOrEqual(icons.bottom)
    expect(await findClippedBarTexts(page)).toEqual([])
  }
  await page.setViewportSize({ width: 844, height: 390 })
  await page.evaluate(() => scrollTo(0, 0))
  const first = dateCell(page, startOfMonth(today)).locator('> span').first()
  await expect(async () => {
    const tabs = await readBox(page.getByRole('navigation', { name: 'Main' }))
    expect((await readBox(first)).bottom).toBeLessThan(tabs.top)
  }).toPass()
  await page.setViewportSize({ width: 740, height: 360 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(async () => {
    const tabs = await readBox(page.getByRole('navigation', { name: 'Main' }))
    const button = await readBox(page.getByRole('button', { name: 'Add a practice today' }))
    const grid = page.getByRole('grid')
    expect((await readBox(grid.getByRole('row').nth(1))).bottom).toBeLessThan(tabs.top)
    expect(button.left).toBeGreaterThanOrEqual((await readBox(grid)).right)
  }).toPass()
  await expect(page.getByRole('region', { name: 'Next Up' })).toBeAttached()
}

async function expectNothingCutOnDesktops(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Next Up' })
  const chip = page.locator('[data-event]', { hasText: 'Parish Hall dance' })
  for (const width of [1280, 1320, 1360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(card.getByRole('radio', { name: 'Yes' })).toBeVisible()
    for (const text of [title, 'The Adelphi, De Grey Street, Hull']) {
      const excessWidth = (element: Element) => element.scrollWidth - element.clientWidth
      expect(await card.getByText(text).last().evaluate(excessWidth), `${text} at ${width} px`).toBeLessThanOrEqual(0)
    }
    const spareWidth = await chip.locator('.truncate').evaluate((text) => {
      const range = document.createRange()
      range.setStart(text.firstChild as Text, 0)
      range.setEnd(text.firstChild as Text, 'Parish'.length)
      return text.getBoundingClientRect().right - range.getBoundingClientRect().right
    })
    expect(spareWidth, `the chip at ${width} px`).toBeGreaterThan(0)
    const [grid, button] = [
      await readBox(page.getByRole('grid')),
      await readBox(page.getByRole('button', { name: 'Add a practice today' })),
    ]
    expect(button.left, `the button at ${width} px`).toBeGreaterThanOrEqual(grid.right)
  }
}

test(
  'no icon of a day lies on its ring or on a bar, no text of a bar or chip is cut, in landscape the first days are visible, and on a desktop no text of Next Up is cut and the floating button lies beside the month',
  { tag: '@desk' },
  async ({ page, demo, newContext }) => {
    await openCrowdedCalendar(page, demo, await newContext())
    await (isPhoneViewport(page) ? expectNothingCoveredOnPhones(page) : expectNothingCutOnDesktops(page))
  },
)
