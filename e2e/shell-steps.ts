// Steps of the journeys about pages and navigation.

import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const rosPhone = '+447700900101'
export const kitPhone = '+447700900103'
export const magsPhone = '+447700900102'

export const dannyPhone = '+447700900104'

export const isPhoneViewport = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** Loads the page with the theme as the stored choice. */
export async function openPageWithTheme(page: Page, url: string, theme: 'dark' | 'light' = 'dark') {
  await page.addInitScript((name) => localStorage.setItem('gaffer.theme', name), theme)
  await page.goto(url)
}

/** On a phone, band switcher and navigation are in a drawer. */
export async function openNavigation(page: Page) {
  if (isPhoneViewport(page)) await page.getByRole('button', { name: 'Open menu' }).click()
}

/** Waits for the service worker. The page registers it when it is idle, and it stores all files of the app before it is activated. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  const readState = () => page.evaluate(() => navigator.serviceWorker.controller?.state)
  // It took over 20 s on a machine of half the usual speed.
  await expect.poll(readState, { timeout: 60_000 }).toBe('activated')
}

/**
 * Keeps the live stream of the page from opening. When the stream opens, the page refetches everything: a response that a journey makes
 * fail once would be replaced at any moment.
 */
export async function disableLiveStream(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.EventSource = class extends EventTarget {
      close() {}
    } as unknown as typeof EventSource
  })
}

export const mainNavigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Removes the session cookie, as an expiry does, and waits until the page redirects to /login. */
export async function expireSession(page: Page): Promise<void> {
  const context = page.context()
  // Goes offline before it clears the cookie: a request without the cookie would redirect the page at once. Once online, the page refetches.
  await context.setOffline(true)
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/login$/)
}

export async function fetchBandIds(context: BrowserContext, url: string): Promise<string[]> {
  const { bands } = (await (await context.request.get(`${url}/api/me`)).json()) as { bands: { bandId: string }[] }
  return bands.map(({ bandId }) => bandId)
}

/** Delays a file until `release`, which first waits for the request: a glob that matches nothing fails. */
export async function delayFile(page: Page, glob: string): Promise<{ release: () => Promise<void> }> {
  const latch = Promise.withResolvers<void>()
  let isRequested = false
  await page.route(glob, async (route) => {
    isRequested = true
    await latch.promise
    await route.continue()
  })
  return {
    async release() {
      await expect.poll(() => isRequested, `The page did not request ${glob}`).toBe(true)
      latch.resolve()
    },
  }
}

/** Waits until the page has gone back from the history entry of a closed dialog, which would abort a navigation that begins earlier. */
export async function waitForOverlayEntryRemoved(page: Page): Promise<void> {
  await page.waitForFunction(() => (history.state as Record<string, unknown> | null)?.['gafferOverlay'] !== true)
}
