// A gig is settled from its page, a share is paid, and the member who was paid sees only their own lines, also on paper and in a file.

import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { createAndSelectBand, joinBandAsKit } from './calendar-steps.ts'
import { expect, selectBandIn, test } from './fixtures.ts'

/** Pages of a PDF that Chromium printed. */
const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('an owner settles a gig with a cost in at most six taps and pays a share, and the member sees it, prints it on one A4 page and downloads it', async ({
  page,
  demo,
  newContext,
}) => {
  const band = await createAndSelectBand(page, demo)
  const kits = await newContext()
  await joinBandAsKit(kits, demo, band)
  const date = addDays(todayInLondon(new Date()), -2)
  const gig = { type: 'public_gig', title: 'At the Fenton', venue: 'The Fenton, Leeds', date, isAllDay: true }
  const { id } = await band.api<CalendarEntry>('post', `/api/bands/${band.id}/events`, gig)
  await band.api('put', `/api/bands/${band.id}/events/${id}/gig-sheet`, { feePence: 30_001 })

  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  await page.goto(`${demo.url}/bands/${band.id}/events/${id}`)
  await tap(page.getByRole('link', { name: 'Settle' }))
  await tap(page.getByRole('button', { name: 'Add a cost' }))
  await tap(page.getByLabel('Cost 1', { exact: true }))
  await page.keyboard.type('Fuel')
  await tap(page.getByLabel('Pounds', { exact: true }))
  await page.keyboard.type('40')
  await tap(page.getByRole('button', { name: 'Settle' }))
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Settle' })
  await expect(confirm).toBeVisible()
  // The dialog ignores presses in its first half second, so the test may have to repeat a press that counts as one tap.
  taps += 1
  await expect(async () => {
    if (await confirm.isVisible()) await confirm.click({ timeout: 500 })
    await expect(page.getByText('Where £300.01 went')).toBeVisible({ timeout: 2000 })
  }).toPass()
  expect(taps).toBeLessThanOrEqual(6)

  await page.getByRole('link', { name: 'Pay the shares' }).click()
  await page.getByRole('button', { name: 'Pay Kit £130' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Write down the payment' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('All square')).toBeVisible()

  const kitsPage = await kits.newPage()
  await selectBandIn(kitsPage, band.id)
  await kitsPage.goto(`${demo.url}/bands/${band.id}/money`)
  await expect(kitsPage.getByRole('list', { name: 'Ledger' }).getByRole('listitem')).toHaveCount(2)
  await expect(kitsPage.getByText('Share, Kit')).toBeVisible()
  await kitsPage.getByRole('link', { name: 'Statement' }).click()
  await expect(kitsPage.getByRole('table', { name: /Received/ })).toContainText('£130')
  expect(countPages(await kitsPage.pdf({ format: 'A4' }))).toBe(1)
  await kitsPage.emulateMedia({ media: 'print' })
  await expect(kitsPage.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await kitsPage.emulateMedia({ media: null })
  const downloaded = kitsPage.waitForEvent('download')
  await kitsPage.getByRole('button', { name: 'Download CSV' }).click()
  expect(readFileSync(await (await downloaded).path(), 'utf8')).toContain('Share,At the Fenton,,,130.00')
})

test('on a wide screen, each amount of a fee is beside its name, and the button that removes a cost is beside its payer', async ({
  page,
  demo,
}) => {
  const band = await createAndSelectBand(page, demo)
  const date = addDays(todayInLondon(new Date()), -2)
  const event = { type: 'public_gig', venue: 'The Fenton', date }
  const gig = await band.api<CalendarEntry>('post', `/api/bands/${band.id}/events`, event)
  const path = `bands/${band.id}/events/${gig.id}/settlement`
  const { bands } = await band.api<{ bands: OwnMembership[] }>('get', '/api/me')
  const { id: membershipId } = bands.find(({ bandId }) => bandId === band.id)!
  await band.api('put', `/api/${path}`, {
    feePence: 9_999_999,
    agentPercent: 15,
    costs: [{ label: 'Van hire from a man in Bilston who knows Kit', pence: 123_456 }],
    shares: [{ membershipId, weight: 1 }],
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${demo.url}/${path}`)
  const topOf = async (locator: Locator) => (await locator.boundingBox())!.y
  const [agent, amount] = [page.getByRole('term').first(), page.getByRole('definition').first()]
  await expect(agent).toHaveText('Agent')
  expect(Math.abs((await topOf(agent)) - (await topOf(amount)))).toBeLessThan(4)
  const payer = page.getByRole('combobox', { name: 'Who paid cost 1' })
  const remove = page.getByRole('button', { name: 'Remove cost 1' })
  expect(Math.abs((await topOf(payer)) - (await topOf(remove)))).toBeLessThan(8)
})
