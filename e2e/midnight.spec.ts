// Pages that stay open over midnight in London.

import { addDays, londonInstant, todayInLondon } from '@gaffer/domain/shared/dates'
import { createAndSelectBand } from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'

test('at midnight in London an open dashboard and an open calendar show the new day without a reload', async ({
  page,
  demo,
}) => {
  const band = await createAndSelectBand(page, demo)
  const today = todayInLondon(new Date())
  const tomorrow = addDays(today, 1)
  const gig = { type: 'public_gig', venue: 'The Fenton', startTime: '20:00', endTime: '23:00' }
  for (const [title, date] of [
    ['Tonight', today],
    ['The Day After', tomorrow],
  ])
    await band.api('post', `/api/bands/${band.id}/events`, { ...gig, title, date })
  await page.clock.install({ time: londonInstant(today, '21:30') })
  await page.goto(`${demo.url}/dashboard`)
  const nextUp = page.getByRole('link', { name: /^Next Up/ })
  await expect(nextUp).toContainText('Gig today: Tonight')
  // Next Up follows the clock, also before midnight.
  await page.clock.fastForward('02:00:00')
  await expect(nextUp).toContainText('The Day After')
  await expect(nextUp).toContainText('Tomorrow')
  await page.clock.fastForward('00:31:00')
  await expect(nextUp).toContainText('Gig today: The Day After')
  await expect(nextUp).not.toContainText('Tomorrow')

  await page.clock.setSystemTime(londonInstant(today, '23:59'))
  await page.goto(`${demo.url}/calendar`)
  const todaysCell = page.getByRole('gridcell', { name: /, today/ })
  await expect(todaysCell).toHaveAttribute('data-date', today)
  await page.clock.fastForward('00:02:00')
  await expect(todaysCell).toHaveAttribute('data-date', tomorrow)
  // The selection moves with today to the new day.
  await expect(todaysCell).toHaveAttribute('aria-selected', 'true')
})
