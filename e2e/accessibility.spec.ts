// Runs axe on every screen of the route manifest in each of its states, at the widths of a phone and a desk and in both themes.

import type { Page } from '@playwright/test'
import { routeNames } from '@gaffer/domain/routes'
import { expectAccessibleAtEveryWidth } from './axe.ts'
import { createAndSelectBand } from './calendar-steps.ts'
import { listScreens } from './every-screen.ts'
import { createFilledBand, useFilledBandServer } from './filled-band.ts'
import { expect, test } from './fixtures.ts'
import type { Screen } from './screen-states.ts'
import { waitForOverlayEntryRemoved } from './shell-steps.ts'

// No emulated phone: it would widen its viewport instead of scrolling sideways. Reduced motion: the checks wait for the end of animations.
test.use({ isMobile: false, hasTouch: false, contextOptions: { reducedMotion: 'reduce' } })
// Each test takes minutes: several workers share them.
test.describe.configure({ mode: 'parallel' })

const server = useFilledBandServer()

async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
  const discard = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' })
  await expect(async () => {
    if (await discard.isVisible()) await discard.click({ timeout: 1_000 })
    else if ((await dialogs.count()) > 0) await page.keyboard.press('Escape')
    await expect(dialogs).toHaveCount(0, { timeout: 300 })
  }).toPass()
  await waitForOverlayEntryRemoved(page)
}

/** Opens the screen as Back and Forward do, which is faster than a load. Loads the screen if its heading may equal that of the screen before. */
async function openScreen(page: Page, { path, heading }: Screen, previous: Screen | undefined): Promise<void> {
  const isDistinct = [heading, previous?.heading].every((text) => typeof text === 'string')
  if (isDistinct && heading !== previous?.heading) await page.evaluate(showInApp, path)
  else await page.goto(server().url + path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page.locator('.animate-breathe')).toHaveCount(0)
}

function showInApp(path: string): void {
  history.pushState(history.state, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
}

async function checkScreen(page: Page, screen: Screen, previous: Screen | undefined): Promise<void> {
  await openScreen(page, screen, previous)
  for (const { name, open } of screen.states) {
    await test.step(`axe finds no violation on ${screen.path} in the state "${name}"`, async () => {
      await open?.(page)
      await expectAccessibleAtEveryWidth(page)
      await closeDialogs(page)
    })
  }
}

/** Checks the screens with this value of `given`. */
async function checkScreensGiven(page: Page, all: Screen[], given: Screen['given']): Promise<void> {
  const screens = all.filter((screen) => screen.given === given)
  // Without a previous screen, each screen is loaded: its failed or empty reads are requested again.
  for (const [index, screen] of screens.entries())
    await checkScreen(page, screen, given ? undefined : screens[index - 1])
}

const checks = 'in either theme at 390 and 1280 px; at 320 px all targets are large enough and nothing scrolls sideways'

for (const half of ['first', 'second']) {
  test(`axe finds no violation in any state of the ${half} half of the screens ${checks}`, async ({
    page,
    newContext,
    allowErrors,
  }) => {
    // axe runs five times per state, which takes minutes on a busy machine.
    test.setTimeout(600_000)
    // 401 and 404: unknown events and links. Blocked scripts: Playwright's own, because the preview of a public page blocks all scripts.
    allowErrors(/status of (401|404)|Blocked script execution in 'about:srcdoc'/)
    const screens = listScreens(await createFilledBand(page, server(), newContext)).filter(({ given }) => !given)
    const middle = Math.ceil(screens.length / 2)
    await checkScreensGiven(page, half === 'first' ? screens.slice(0, middle) : screens.slice(middle), undefined)
  })
}

test(`when requests fail, when the band is empty and when the user is signed out, axe finds no violation in any state of the screens ${checks}`, async ({
  page,
  newContext,
  allowErrors,
}) => {
  test.setTimeout(600_000)
  // 401 and 404: unknown links. 503: the requests that fail on purpose.
  allowErrors(/status of (401|404|503)/)
  const screens = listScreens(await createFilledBand(page, server(), newContext))
  expect([...new Set(screens.map(({ route }) => route))].toSorted()).toEqual(routeNames.toSorted())
  await page.route(/\/api\/(bands\/[^/]+\/|me\/notices)/, (route) => route.fulfill({ status: 503, body: '' }))
  await checkScreensGiven(page, screens, 'failing requests')
  await page.unrouteAll()
  // The browser now shows this new band, which has no data.
  await createAndSelectBand(page, server())
  await checkScreensGiven(page, screens, 'empty band')
  await page.context().clearCookies()
  await checkScreensGiven(page, screens, 'signed out')
})
