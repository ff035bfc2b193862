// Import of a Spotify playlist, sync to a playlist, and secrecy of Spotify's tokens.

import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, selectBandIn, test } from './fixtures.ts'
import {
  choosePlaylist,
  connectSpotifyAs,
  expectToast,
  readSpotifyEntries,
  openSpotifyTabOfNewBand,
} from './spotify-steps.ts'

/** The import sends one request per song. */
const importTimeout = { timeout: 90_000 }
const longPlaylist = /^Everything we ever played · 230 songs/

/** Records the text of every API response; the returned function adds all storage of the browser. */
function recordTexts(page: Page): () => Promise<string[]> {
  const texts: Promise<string>[] = []
  page.context().on('response', (response) => {
    // Without the live stream, whose response never ends.
    if (/\/api\/(?!me\/live)/.test(response.url())) texts.push(response.text().catch(() => ''))
  })
  return async () => {
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    return [stored, JSON.stringify(await page.context().cookies()), ...(await Promise.all(texts))]
  }
}

test('an import of 230 songs can be stopped and continued, and no response or browser storage contains a token of Spotify', async ({
  page,
  demo,
  allowErrors,
}) => {
  // 409: songs that are on the list. 429: the rate limit below.
  allowErrors(/status of (409|429)/)
  const recordedTexts = recordTexts(page)
  const { id, api, fakeSpotify } = await openSpotifyTabOfNewBand(page, demo)
  await connectSpotifyAs(page, 'Cara Lindqvist')
  await choosePlaylist(page, longPlaylist)
  await expect(page.getByRole('link', { name: 'Open in Spotify' })).toHaveAttribute(
    'href',
    /^https:\/\/open\.spotify\.com\/playlist\/\w{22}$/,
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  const listSongs = () => api<{ spotifyId: string }[]>('get', `/api/bands/${id}/songs`)
  let requestCount = 0
  await page.route('**/api/bands/*/songs', async (route) => {
    requestCount += 1
    // One rate limit, which lasts until the import is stopped. Requests after the 60th get no response, so that it can be stopped.
    if (requestCount === 20) return route.fulfill({ status: 429, headers: { 'retry-after': '600' }, body: '' })
    if (requestCount <= 60) return route.continue()
  })
  const importing = page.getByRole('button', { name: 'Import songs' })
  await importing.click()
  const progress = page.getByRole('progressbar', { name: 'Importing Everything we ever played' })
  await expect(progress).toBeVisible()
  await expect(page.getByText('waiting a moment')).toBeVisible(importTimeout)
  // The spinner's animation never ends.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectAccessible(page)
  await expect(page.getByText('59 of 230 songs')).toBeVisible(importTimeout)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(progress).toHaveCount(0)
  await expect(importing).toBeFocused()
  await expectToast(page, 'Imported 59 songs!', '171 are left. Import again to continue.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(await listSongs()).toHaveLength(59)

  await importing.click()
  // The import continues behind other tabs.
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(page.getByText('Imported 171 songs!', { exact: true }).first()).toBeVisible(importTimeout)
  await expectToast(page, 'Imported 171 songs!', '59 were on the practice list already.')
  expect(new Set((await listSongs()).map(({ spotifyId }) => spotifyId)).size).toBe(230)
  await page.getByRole('tab', { name: 'Spotify' }).click()
  await expect(page.getByText('Last time, from Everything we ever played: 171 imported.')).toBeVisible()

  await test.step('no response and no storage contains a Spotify token', async () => {
    const tokens = await fakeSpotify.tokens()
    expect(tokens.length).toBeGreaterThan(1)
    const { 'gaffer.spotifyAccessToken': handle } = await readSpotifyEntries(page)
    for (const secret of [...tokens, handle as string]) demo.keepOutOfLogs(secret)
    const texts = await recordedTexts()
    expect(texts.length).toBeGreaterThan(10)
    for (const text of texts) {
      expect(tokens.filter((token) => text.includes(token))).toEqual([])
      // Matches a token only at the start of a word: inside another random value, such as the public key of push, its first letters occur
      // by chance.
      expect(text).not.toMatch(/(?<![\w-])[AB]Q[\w-]{60}/)
    }
  })
})

test('a sync asks before it removes tracks, and a second sync changes nothing', async ({ page, demo, allowErrors }) => {
  allowErrors(/status of (429|502)/)
  const { id, api } = await openSpotifyTabOfNewBand(page, demo)
  for (const q of ['wonderwall', 'parklife', 'valerie']) {
    const [track] = await api<{ id: string; name: string }[]>('get', `/api/spotify/search?q=${q}`)
    await api('post', `/api/bands/${id}/songs`, { title: track?.name, artist: 'The Larches', spotifyId: track?.id })
  }
  await connectSpotifyAs(page, 'Dev Sandhu')
  const sync = page.getByRole('button', { name: 'Sync to Spotify' })
  // Closes a toast first, which covers the button on a phone.
  const clickSync = async () => {
    await page.keyboard.press('Escape')
    await sync.click()
  }

  await choosePlaylist(page, /^Set 01 · 0 songs/)
  await clickSync()
  await expectToast(page, 'Synced to Spotify!', '3 added, 0 removed. 3 songs in the playlist.')
  await clickSync()
  await expectToast(page, 'Synced to Spotify!', 'Nothing to add or remove. 3 songs in the playlist.')
  await expect(page.getByRole('combobox', { name: 'One of your playlists' })).toContainText('Set 01 · 3 songs')

  await choosePlaylist(page, /^Mixed bag/)
  await clickSync()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText("Take 1 song and 3 items that aren't songs out of Mixed bag?")
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(sync).toBeFocused()
  await clickSync()
  await dialog.getByRole('button', { name: 'Sync' }).click()
  await expectToast(page, 'Synced to Spotify!', '3 added, 4 removed. 3 songs in the playlist.')

  await test.step('each error of Spotify shows its message', async () => {
    const respondWith = async (status: number, code: string, message: string) => {
      await page.route('**/sync', (route) => route.fulfill({ status, json: { code, message } }))
      await clickSync()
    }
    await respondWith(429, 'too_many_requests', 'Spotify is busy. Please try again in a moment.')
    await expectToast(page, 'Sync failed', 'Spotify is busy. Please try again in a moment.')
    await page.unrouteAll()
    await respondWith(502, 'upstream_error', 'Spotify is not responding. Please try again.')
    await expectToast(page, 'Sync failed', 'Could not sync to Spotify playlist')
    await page.unrouteAll()
    await page.route('**/playlists/*/tracks', (route) => route.fulfill({ status: 502, body: '' }))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Import songs' }).click()
    await expectToast(page, 'Import failed', 'Could not import songs from playlist')
    await page.unrouteAll()
  })

  // The chosen playlist is stored per band.
  const next = await api<{ id: string }>('post', '/api/bands', { name: 'Third Band', displayName: 'Ros' })
  await selectBandIn(page, next.id)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'One of your playlists' })).toContainText('Choose a playlist')
})
