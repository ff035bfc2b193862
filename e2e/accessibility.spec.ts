// axe on every screen of the route manifest and its states, at three widths and in both themes.

import type { Page } from '@playwright/test'
import { routeNames } from '@gaffer/domain/routes'
import { startAppServer, type AppServer } from './app-server.ts'
import { everyScreen, type Screen } from './every-screen.ts'
import { fillBand, type FilledBand } from './filled-band.ts'
import { expect, expectAccessibleAtEveryWidth, test } from './fixtures.ts'

// An emulated phone would widen its viewport instead of scrolling.
test.use({ isMobile: false, hasTouch: false })

let server: AppServer
test.beforeAll(async () => {
  server = await startAppServer('demo', {
    NOTICE_QUIET_HOURS: 'off',
    NOTICE_SETTLE_SECONDS: '0',
    ALLOW_PRIVATE_FETCH: '1',
  })
})
test.afterAll(() => server.stop())

async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.locator('[role=dialog], [role=alertdialog], [role=menu]')
  const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' })
  await expect(async () => {
    if (await discard.isVisible()) await discard.click({ timeout: 1_000 })
    else if ((await dialogs.count()) > 0) await page.keyboard.press('Escape')
    await expect(dialogs).toHaveCount(0, { timeout: 300 })
  }).toPass()
}

async function checkScreen(page: Page, { path, heading, states }: Screen): Promise<void> {
  await page.goto(server.url + path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page.locator('.animate-breathe')).toHaveCount(0)
  for (const { name, open } of states) {
    await test.step(`${path}: ${name}`, async () => {
      await open?.(page)
      await expectAccessibleAtEveryWidth(page)
      await closeDialogs(page)
    })
  }
}

test('axe finds no violation on any screen in either theme on a phone and a desk; at 320 px nothing scrolls sideways and no target is too small', async ({
  page,
  newContext,
  allowErrors,
}) => {
  // axe runs 150 times, which takes three minutes on a busy machine.
  test.setTimeout(360_000)
  // The pages of unknown events and links.
  allowErrors(/status of 40[14]/)
  const band: FilledBand = await fillBand(page, server, newContext)
  const screens = everyScreen(band)
  expect([...new Set(screens.map(({ route }) => route))].toSorted()).toEqual(routeNames.toSorted())
  for (const screen of screens.filter(({ isSignedOut }) => !isSignedOut)) await checkScreen(page, screen)
  await page.context().clearCookies()
  for (const screen of screens.filter(({ isSignedOut }) => isSignedOut)) await checkScreen(page, screen)
})
