// Steps of the Spotify journeys: a new band's Spotify tab, the pop-up, and the control endpoints of the fake Spotify.

import type { Page } from '@playwright/test'
import { createAndSelectBand } from './calendar-steps.ts'
import { expect } from './fixtures.ts'
import type { AppServer } from './app-server.ts'

export type FakeSpotifyControls = {
  /** Revokes the account's tokens, as Spotify's page of connected apps does. */
  revoke(account: string): Promise<void>
  /** Injects a fault into the accounts service; null removes it. */
  setAccountsFault(fault: object | null): Promise<void>
  /** All valid tokens. */
  tokens(): Promise<string[]>
}

/** Creates a band and opens its Spotify tab, without a connected account. */
export async function openSpotifyTabOfNewBand(page: Page, server: AppServer) {
  const band = await createAndSelectBand(page, server)
  await page.goto(`${server.url}/admin?tab=spotify`)
  await expect(page.getByRole('button', { name: 'Connect to Spotify' })).toBeVisible()
  return { ...band, fakeSpotify: await fakeSpotifyOf(page, server) }
}

async function fakeSpotifyOf(page: Page, { url }: AppServer): Promise<FakeSpotifyControls> {
  const { authUrl } = await (await page.request.get(`${url}/api/spotify/auth`)).json()
  const control = (path: string) => `${new URL(authUrl).origin}/control/${path}`
  const expectOk = async (response: Promise<{ ok(): boolean }>) => expect((await response).ok()).toBe(true)
  return {
    revoke: (account) => expectOk(page.request.post(control('revoke'), { data: { person: account } })),
    setAccountsFault: (data) =>
      expectOk(data ? page.request.post(control('fault'), { data }) : page.request.delete(control('fault'))),
    tokens: async () => (await page.request.get(control('tokens'))).json(),
  }
}

/** Clicks Connect and returns the pop-up. */
export async function openPopUp(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect to Spotify' }).click()
  return opened
}

/** Clicks a button that closes the pop-up. The click may reject because the page is already closed. */
export async function clickAndAwaitClose(popUp: Page, name: string): Promise<void> {
  const closed = popUp.waitForEvent('close')
  const press = popUp.getByRole('button', { name }).click()
  await press.catch((error) => {
    if (!popUp.isClosed()) throw error
  })
  await closed
}

export async function connectSpotifyAs(page: Page, person: string): Promise<void> {
  await clickAndAwaitClose(await openPopUp(page), person)
  await expectToast(page, 'Connected to Spotify!')
  await expect(page.getByText(person, { exact: true })).toBeVisible()
}

export async function choosePlaylist(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'One of your playlists' }).click()
  const option = page.getByRole('option', { name })
  // The listbox ignores clicks while it opens.
  await expect(async () => {
    await option.click({ timeout: 2_000 })
    await expect(option).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expectToast(page, 'Practice playlist set!')
}

export async function expectToast(page: Page, title: string, text?: string | RegExp): Promise<void> {
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible()
  if (text) await expect(page.getByText(text).first()).toBeVisible()
}

/** What the page stores about Spotify: the entries of localStorage by key. */
export function readSpotifyEntries(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('gaffer.spotify'))),
  )
}
