// Known faults, as journeys that are expected to fail: once one passes, the tests are red, and its `test.fail()` is to be removed.
// In each journey only the last expectation may fail.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import type { Locator, Page } from '@playwright/test'
import { createAndSelectBand, dateInEmptyMonth, joinBandAsKit } from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'
import { startNextBuildProxy } from './next-build-proxy.ts'
import { disableLiveStream } from './shell-steps.ts'

/** Whether the condition stops holding within two seconds: the faults take effect at once. */
async function isLost(wait: (options: { timeout: number }) => Promise<unknown>): Promise<boolean> {
  return wait({ timeout: 2000 }).then(
    () => true,
    () => false,
  )
}
const isHiddenSoon = (shown: Locator) => isLost((options) => shown.waitFor({ state: 'hidden', ...options }))

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a saved edit stays on the page when the reads after it fail', async ({ page, demo, allowErrors }) => {
    test.fail(
      true,
      'The service worker answers a failed read with its copy from before the save. The page shows that copy.',
    )
    allowErrors(/503|ERR_/)
    const proxy = await startNextBuildProxy(demo.url)
    const band = await createAndSelectBand(page, demo)
    const path = `/api/bands/${band.id}/events`
    const gig = { type: 'public_gig', title: 'At the Fenton', venue: 'The Fenton', startTime: '20:00' }
    const event = await band.api<CalendarEntry>('post', path, { ...gig, date: dateInEmptyMonth(18) })
    await page.goto(`${proxy.url}/bands/${band.id}/events/${event.id}`)
    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    await expect(edit).toBeVisible()
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    // The worker copies what this page reads.
    await page.reload()
    await expect(edit).toBeVisible()
    await page.waitForLoadState('networkidle')

    const countFailed = proxy.failReads()
    await edit.click()
    const form = page.getByRole('dialog', { name: 'Edit event' })
    await form.getByLabel('Notes').fill('Bring the rug')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    expect(await band.api<CalendarEntry>('get', `${path}/${event.id}`)).toMatchObject({ notes: 'Bring the rug' })
    await expect.poll(countFailed).toBeGreaterThan(0)
    const isUndone = await isHiddenSoon(page.getByText('Bring the rug'))
    await page.close()
    proxy.stop()
    expect(isUndone).toBe(false)
  })
})

test('two members who tick practised songs at the same time both keep their ticks', async ({
  page,
  demo,
  newContext,
}) => {
  test.fail(true, 'A tick sends the whole list of practised songs, which replaces what the other phone has ticked.')
  const band = await createAndSelectBand(page, demo)
  const path = `/api/bands/${band.id}`
  for (const title of ['Dakota', 'Ruby']) await band.api('post', `${path}/songs`, { title, artist: 'Us' })
  const practice = await band.api<CalendarEntry>('post', `${path}/events`, {
    type: 'practice',
    title: 'Tonight',
    date: todayInLondon(new Date()),
    startTime: '19:00',
    location: 'Mill Lane',
  })
  const kit = await newContext()
  await joinBandAsKit(kit, demo, band)
  const second = await kit.newPage()
  const tickOf = (on: Page, title: string) => on.getByRole('checkbox', { name: `${title} practised` })
  // Neither phone has heard of the other's tick yet.
  for (const phone of [page, second]) {
    await disableLiveStream(phone)
    await phone.goto(`${demo.url}/bands/${band.id}/events/${practice.id}`)
    await expect(tickOf(phone, 'Ruby')).not.toBeChecked()
  }
  const saved = (on: Page) => on.waitForResponse((response) => response.request().method() !== 'GET' && response.ok())
  await Promise.all([saved(page), tickOf(page, 'Dakota').check()])
  await Promise.all([saved(second), tickOf(second, 'Ruby').check()])
  await second.reload()
  await expect(tickOf(second, 'Ruby')).toBeChecked()
  await expect(tickOf(second, 'Dakota')).toBeChecked({ timeout: 2000 })
})
