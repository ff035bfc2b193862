// What the journeys through pages and navigation share.

import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const ros = '+447700900101'
export const kit = '+447700900103'
export const mags = '+447700900102'

export const danny = '+447700900104'

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** A fresh document at the path, in the theme. */
export async function open(page: Page, url: string, theme: 'dark' | 'light' = 'dark') {
  await page.addInitScript((name) => localStorage.setItem('gaffer.theme', name), theme)
  await page.goto(url)
}

/** The band switcher and the navigation stand in the drawer on a phone. */
export async function openNavigation(page: Page) {
  if (isPhone(page)) await page.getByRole('button', { name: 'Open menu' }).click()
}

export const mainNavigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** The page finds its session gone, as when it was ended elsewhere or its week is over, and goes to sign in. */
export async function expireSession(page: Page): Promise<void> {
  const context = page.context()
  await context.clearCookies()
  // Back from a lost connection, the page reads everything again.
  await context.setOffline(true)
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/login$/)
}

export async function bandIds(context: BrowserContext, url: string): Promise<string[]> {
  const { bands } = (await (await context.request.get(`${url}/api/me`)).json()) as { bands: { bandId: string }[] }
  return bands.map(({ bandId }) => bandId)
}

/** Keeps a file from the page until it is let go, which waits for the page to ask for it: perhaps it has another name. */
export async function holdFile(page: Page, glob: string): Promise<{ release: () => Promise<void> }> {
  const gone = Promise.withResolvers<void>()
  let isHeld = false
  await page.route(glob, async (route) => {
    isHeld = true
    await gone.promise
    await route.continue()
  })
  return {
    async release() {
      await expect.poll(() => isHeld, `Nobody asked for ${glob}`).toBe(true)
      gone.resolve()
    },
  }
}
