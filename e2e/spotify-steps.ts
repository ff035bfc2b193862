// What the journeys with Spotify have in common: a band of their own on the music tab, the pop-up, and the stand-in's
// own levers, which are reached where it says one signs in.

import type { Page } from '@playwright/test'
import { newBand } from './calendar-steps.ts'
import { expect } from './fixtures.ts'
import type { AppServer } from './app-server.ts'

export type FakeSpotify = {
  /** Whose connections end, as on Spotify's own page of connected apps. */
  revoke(person: string): Promise<void>
  /** How its accounts service misbehaves; null mends it. */
  setAccountsFault(fault: object | null): Promise<void>
  /** Every token that it gave and that still counts. */
  tokens(): Promise<string[]>
}

/** A new band, with the tab open and nobody connected. */
export async function openSpotifyTabOfNewBand(page: Page, server: AppServer) {
  const band = await newBand(page, server)
  await page.goto(`${server.url}/admin?tab=spotify`)
  await expect(page.getByRole('button', { name: 'Connect to Spotify' })).toBeVisible()
  return { ...band, fakeSpotify: await fakeSpotifyOf(page, server) }
}

async function fakeSpotifyOf(page: Page, { url }: AppServer): Promise<FakeSpotify> {
  const { authUrl } = await (await page.request.get(`${url}/api/spotify/auth`)).json()
  const control = (path: string) => `${new URL(authUrl).origin}/control/${path}`
  const done = async (response: Promise<{ ok(): boolean }>) => expect((await response).ok()).toBe(true)
  return {
    revoke: (person) => done(page.request.post(control('revoke'), { data: { person } })),
    setAccountsFault: (data) =>
      done(data ? page.request.post(control('fault'), { data }) : page.request.delete(control('fault'))),
    tokens: async () => (await page.request.get(control('tokens'))).json(),
  }
}

/** Presses Connect; the pop-up. */
export async function openPopUp(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect to Spotify' }).click()
  return opened
}

/** Presses what ends in the window being closed, which may be before the browser has said that it was pressed. */
export async function clickAndAwaitClose(popUp: Page, name: string): Promise<void> {
  const closed = popUp.waitForEvent('close')
  const press = popUp.getByRole('button', { name }).click()
  await press.catch((error) => {
    if (!popUp.isClosed()) throw error
  })
  await closed
}

export async function connectAs(page: Page, person: string): Promise<void> {
  await clickAndAwaitClose(await openPopUp(page), person)
  await expectToast(page, 'Connected to Spotify!')
  await expect(page.getByText(person, { exact: true })).toBeVisible()
}

export async function choosePlaylist(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'One of your playlists' }).click()
  const option = page.getByRole('option', { name })
  // A list that is still coming up takes no press.
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

/** The Spotify entries of localStorage, by key. */
export function storedSpotifyEntries(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('gaffer.spotify'))),
  )
}
