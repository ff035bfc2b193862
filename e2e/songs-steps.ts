// Steps of the practice list journeys: a band with songs, and its rows.

import type { Locator, Page } from '@playwright/test'
import { createAndSelectBand } from './calendar-steps.ts'
import { expect } from './fixtures.ts'
import type { AppServer } from './app-server.ts'

export type CreatedBand = Awaited<ReturnType<typeof createAndSelectBand>>

export const songRow = (page: Page, title: string): Locator =>
  page.getByRole('list', { name: 'Practice list' }).locator(':scope > li').filter({ hasText: title })
export const songDisclosureButton = (page: Page, title: string): Locator =>
  songRow(page, title).getByRole('heading').getByRole('button')
export const ownReadinessButton = (page: Page, title: string): Locator =>
  songRow(page, title).getByRole('button', { name: /^Your readiness for/ })
export const toastWithText = (page: Page, text: string): Locator => page.locator('li').filter({ hasText: text })

export async function expectSongOrder(page: Page, titles: string[]): Promise<void> {
  const shown = page.getByRole('list', { name: 'Practice list' }).getByRole('heading').locator('[data-title]')
  await expect(shown).toHaveText(titles)
}

/** Creates a band of Ros with songs in this order. */
export async function createBandWithSongs(
  page: Page,
  server: AppServer,
  titles: string[],
): Promise<CreatedBand & { songs: string[] }> {
  const band = await createAndSelectBand(page, server)
  const songs: string[] = []
  for (const title of titles) {
    const { id } = await band.api<{ id: string }>('post', `/api/bands/${band.id}/songs`, {
      title,
      artist: 'The Larches',
    })
    songs.push(id)
  }
  return { ...band, songs }
}

export async function openSongs(page: Page, server: AppServer): Promise<void> {
  await page.goto(`${server.url}/songs`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Practice List')
}

/** Opens the Add Song dialog. */
export async function openAddSongDialog(
  page: Page,
): Promise<{ dialog: Locator; search: Locator; option: (name: RegExp) => Locator }> {
  await page.getByRole('button', { name: 'Add Song', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Song' })
  const search = dialog.getByRole('combobox')
  await expect(search).toBeFocused()
  return { dialog, search, option: (name) => dialog.getByRole('option', { name }) }
}
