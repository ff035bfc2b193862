// Known faults, as journeys that are expected to fail: once one passes, the tests are red, and its `test.fail()` is to be removed.
// In each journey only the last expectation may fail.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Locator } from '@playwright/test'
import { createAndSelectBand, dateInEmptyMonth } from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'
import { startNextBuildProxy } from './next-build-proxy.ts'

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
