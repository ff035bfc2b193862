// An enquiry on three dates: a member answers all of them at once, and an owner confirms the best one and takes that back.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { formatDate } from '@gaffer/domain/shared/dates'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import type { Locator, Page } from '@playwright/test'
import { createAndSelectBand, dateInEmptyMonth, joinBandAsKit } from './calendar-steps.ts'
import { expect, selectBandIn, test } from './fixtures.ts'

const gig = { type: 'public_gig', title: 'At the Fenton', venue: 'The Fenton, Leeds', startTime: '20:00' }
const dates = [dateInEmptyMonth(5), dateInEmptyMonth(12), dateInEmptyMonth(19)] as [string, string, string]
const nameOf = (date: string) => `${shortDate(date)}, 8 PM`
const ownAnswer = (page: Page, date: string) =>
  page.getByRole('radiogroup', { name: `Your answer to ${nameOf(date)}`, exact: true })
async function readMiddle(element: Locator): Promise<number> {
  const { y = 0, height = 0 } = (await element.boundingBox()) ?? {}
  return y + height / 2
}

test(
  'a member answers three dates on one page, an owner confirms the best one there, and Undo brings all dates back',
  { tag: '@desk' },
  async ({ page, demo, newContext }) => {
    const band = await createAndSelectBand(page, demo)
    const kits = await newContext()
    await joinBandAsKit(kits, demo, band)
    const { optionGroupId, events } = await band.api<{ optionGroupId: string; events: CalendarEntry[] }>(
      'post',
      `/api/bands/${band.id}/event-options`,
      { event: gig, dates },
    )
    const optionsUrl = `${demo.url}/bands/${band.id}/options/${optionGroupId}`

    const kitsPage = await kits.newPage()
    await selectBandIn(kitsPage, band.id)
    await kitsPage.goto(`${demo.url}/dashboard`)
    await kitsPage.getByRole('link', { name: /At the Fenton.*3 dates to answer/ }).click()
    await expect(kitsPage).toHaveURL(optionsUrl)
    for (const [all, one] of [
      ['All yes', 'Yes'],
      ['All maybe', 'Maybe'],
      ['All no', 'No'],
    ] as const) {
      const middles = [
        await readMiddle(kitsPage.getByRole('button', { name: all })),
        await readMiddle(ownAnswer(kitsPage, dates[0]).getByText(one, { exact: true }).locator('..')),
      ] as const
      expect(Math.abs(middles[0] - middles[1]), `${all} is beside the answers that it gives`).toBeLessThan(3)
    }
    await kitsPage.getByRole('button', { name: 'All yes' }).click()
    for (const date of dates) await expect(ownAnswer(kitsPage, date).getByRole('radio', { name: 'Yes' })).toBeChecked()
    await ownAnswer(kitsPage, dates[0]).getByRole('radio', { name: 'Maybe' }).check()
    await ownAnswer(kitsPage, dates[2]).getByRole('radio', { name: 'No' }).check()
    const readRows = async () =>
      (await band.api<CalendarEntry[]>('get', `/api/bands/${band.id}/events?startDate=${dates[0]}&endDate=${dates[2]}`))
        .filter((event) => event.optionGroupId === optionGroupId)
        .map(({ answerCounts, status }) => [answerCounts?.yes, answerCounts?.maybe, answerCounts?.no, status])
    await expect.poll(readRows).toEqual([
      [0, 1, 0, 'tentative'],
      [1, 0, 0, 'tentative'],
      [0, 0, 1, 'tentative'],
    ])

    await page.goto(`${demo.url}/bands/${band.id}/events/${events[0]?.id}`)
    await expect(page.getByText('One of 3 dates')).toBeVisible()
    await page.getByRole('link', { name: 'See all' }).click()
    await expect(page).toHaveURL(optionsUrl)
    const best = page.getByRole('columnheader').nth(1)
    await expect(best).toContainText(shortDate(dates[1]).split(' ').slice(1).join(' '))
    await expect(best).toContainText('Best')
    await page.getByRole('button', { name: `Confirm ${nameOf(dates[1])}` }).click()
    const question = page.getByRole('alertdialog', { name: `Confirm At the Fenton on ${formatDate(dates[1])}?` })
    await expect(question).toContainText('Ros has not answered this date yet. The other 2 options will be cancelled.')
    await question.getByRole('button', { name: 'Confirm event' }).click()
    await expect(page.getByText(`${nameOf(dates[1])} is confirmed`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText(`${nameOf(dates[1])} is confirmed`)).toBeHidden()
    await expect(page.getByRole('button', { name: /^Confirm / })).toHaveCount(3)
    await expect.poll(async () => (await readRows()).map((option) => option.at(-1))).toEqual(Array(3).fill('tentative'))
  },
)

test('on a 320 px screen six dates scroll inside their table, and the page does not scroll sideways', async ({
  page,
  demo,
}) => {
  const band = await createAndSelectBand(page, demo)
  const six = [1, 2, 3, 4, 5, 6].map((week) => dateInEmptyMonth(4 * week))
  const { optionGroupId } = await band.api<{ optionGroupId: string }>('post', `/api/bands/${band.id}/event-options`, {
    event: gig,
    dates: six,
  })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`${demo.url}/bands/${band.id}/options/${optionGroupId}`)
  const last = page.getByRole('columnheader').last()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  const [pageExcess, tableExcess] = await page.evaluate(() =>
    [document.documentElement, document.querySelector('table')?.parentElement].map(
      (element) => (element?.scrollWidth ?? 0) - (element?.clientWidth ?? 0),
    ),
  )
  expect(pageExcess).toBe(0)
  expect(tableExcess).toBeGreaterThan(0)
})
