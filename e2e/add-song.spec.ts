// The Add Song dialog: Spotify search, entry by hand, and a long practice list.

import { spotifyStorageKeys } from '@gaffer/domain/spotify/spotify-storage'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { disableLiveStream } from './shell-steps.ts'
import {
  createBandWithSongs,
  songDisclosureButton,
  expectSongOrder,
  openAddSongDialog,
  openSongs,
  songRow,
  toastWithText,
} from './songs-steps.ts'

const addedText = 'Song added to practice list and Spotify playlist!'

test('two songs are found and added by keyboard alone, and the song search marks songs that are on the list', async ({
  page,
  demo,
}) => {
  await createBandWithSongs(page, demo, [])
  await openSongs(page, demo)
  await page.getByRole('button', { name: 'Add Song', exact: true }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Song' })
  const search = dialog.getByRole('combobox')
  await expect(search).toBeFocused()
  await page.keyboard.type('b')
  await expect(dialog.getByText('Type at least 2 characters to search')).toBeVisible()
  await page.keyboard.type('lur')
  await expect(dialog.getByRole('option')).toHaveCount(6)
  await expect(search).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByRole('option', { name: /Beetlebum/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  const song2 = dialog.getByRole('option', { name: /^Song 2/ })
  await expect(song2).toHaveAttribute('aria-selected', 'true')
  await expect(search).toHaveAttribute('aria-activedescendant', (await song2.getAttribute('id')) ?? '')
  await expectAccessible(page)

  await page.keyboard.press('Enter')
  await expect(toastWithText(page, addedText)).toBeVisible()
  await expect(song2).toContainText('On the list')
  await expect(song2).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('option', { name: /Beetlebum/ })).toContainText('On the list')
  if (await toastWithText(page, addedText).isVisible()) {
    // The first Escape closes the toast.
    await page.keyboard.press('Escape')
    await expect(toastWithText(page, addedText)).toBeHidden()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Song', exact: true })).toBeFocused()
  await expectSongOrder(page, ['Song 2', 'Beetlebum'])
  await expect(songRow(page, 'Song 2').locator('img')).toBeVisible()
  await songDisclosureButton(page, 'Song 2').click()
  await expect(songRow(page, 'Song 2').getByRole('link', { name: 'Listen on Spotify' })).toHaveAttribute(
    'href',
    /^https:\/\/open\.spotify\.com\/track\//,
  )
  await expect(songRow(page, 'Song 2')).toContainText('Blur · Added by Ros')
})

test('the song search shows the results of the text typed last, and no results after a failed request', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/502/)
  await createBandWithSongs(page, demo, [])
  await openSongs(page, demo)
  const late = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const queries: string[] = []
  await page.route('**/api/spotify/search?*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? ''
    queries.push(q)
    if (q === 'blu') {
      const response = await route.fetch()
      await late.promise
      // The page may have aborted the request.
      await route.fulfill({ response }).catch(() => undefined)
      return answered.resolve()
    }
    return q === 'oasis' ? route.fulfill({ status: 502, body: '' }) : route.continue()
  })
  const { dialog, search, option } = await openAddSongDialog(page)
  await search.fill('blu')
  await expect.poll(() => queries).toEqual(['blu'])
  await search.fill('pulp')
  await expect(option(/Common People/)).toBeVisible()
  late.resolve()
  await answered.promise
  await expect(option(/Common People/)).toBeVisible()
  await expect(option(/Blur/)).toHaveCount(0)
  await search.pressSequentially(' c', { delay: 20 })
  await expect.poll(() => queries).toEqual(['blu', 'pulp', 'pulp c'])
  await expect(option(/Pulp/).first()).toBeVisible()
  await expect(option(/Blur/)).toHaveCount(0)

  await page.setViewportSize({ width: 320, height: 640 })
  await expect(search).toBeInViewport({ ratio: 1 })
  await expect(option(/Common People/)).toBeInViewport({ ratio: 1 })

  await dialog.getByRole('button', { name: 'Clear' }).click()
  await expect(search).toBeFocused()
  await expect(dialog.getByText('Type at least 2 characters to search')).toBeVisible()
  await search.fill('zzzzqqqq')
  await expect(dialog.getByText('No results found')).toBeVisible()
  await search.fill('common')
  await expect(option(/Common People/)).toBeVisible()
  await search.fill('oasis')
  await expect(dialog.getByText('No results found')).toBeVisible()
  expect(queries).toContain('oasis')
  await expect(option(/Common People/)).toHaveCount(0)
})

test('adding a song that an outdated page does not list says that it is on the practice list, and the song search then marks it', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/409/)
  const band = await createBandWithSongs(page, demo, [])
  const [track] = await band.api<{ id: string; name: string }[]>('get', '/api/spotify/search?q=dakota')
  const song = { title: 'Dakota', artist: 'Stereophonics', spotifyId: track?.id }
  await band.api('post', `/api/bands/${band.id}/songs`, song)
  // The page still shows the list from before the other member added the song.
  await disableLiveStream(page)
  await page.route(`**/api/bands/${band.id}/songs`, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: [] }) : route.continue(),
  )
  await openSongs(page, demo)
  const { search, option } = await openAddSongDialog(page)
  await search.fill('dakota')
  await page.unroute(`**/api/bands/${band.id}/songs`)
  await option(/Dakota/)
    .first()
    .click()
  await expect(toastWithText(page, 'Failed to add song')).toContainText('That song is already on the practice list')
  await expect(option(/Dakota/).first()).toContainText('On the list')
})

test('without Spotify a song is added by hand, and a retry after a lost response does not add it twice', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/501|503/)
  await createBandWithSongs(page, demo, [])
  await page.route('**/api/spotify/search?*', (route) =>
    route.fulfill({ status: 501, json: { code: 'not_configured', message: 'Spotify is not set up on this server' } }),
  )
  await openSongs(page, demo)
  const { dialog, search } = await openAddSongDialog(page)
  await search.fill('Our own song')
  await expect(dialog.getByText('Spotify is not set up on this server')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add by hand' }).click()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expect(dialog.getByLabel('Title')).toHaveValue('Our own song')
  await dialog.getByRole('button', { name: 'Add song', exact: true }).click()
  await expect(dialog.getByText('Artist is required')).toBeVisible()
  await expect(dialog.getByLabel('Artist')).toBeFocused()
  await dialog.getByLabel('Artist').fill('Us')

  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Discard your changes?')
  await page.getByRole('button', { name: 'Keep editing' }).click()

  const keys: (string | undefined)[] = []
  await page.route('**/api/bands/*/songs', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    // The first request creates the song, but its response is lost.
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.fulfill({ status: 503, body: '' })
  })
  await dialog.getByRole('button', { name: 'Add song', exact: true }).click()
  await expect(toastWithText(page, 'Failed to add song')).toContainText('Please try again')
  await dialog.getByRole('button', { name: 'Add song', exact: true }).click()
  await expect(toastWithText(page, addedText)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expectSongOrder(page, ['Our own song'])
  expect(keys).toEqual([keys[0], keys[0]])
})

test('a failed playlist sync says that the song was added to the practice list', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/50\d/)
  const band = await createBandWithSongs(page, demo, [])
  await page.addInitScript(
    ([keys, bandId]) => {
      localStorage.setItem(keys.accessToken, 'a-handle')
      localStorage.setItem(keys.expiry, String(Date.now() + 3_600_000))
      localStorage.setItem(keys.playlistId, JSON.stringify({ [bandId]: '37i9dQZF1DX0XUsuxWHRQd' }))
    },
    [spotifyStorageKeys, band.id] as const,
  )
  await page.route('**/api/spotify/playlists/*/tracks**', (route) => route.fulfill({ status: 502, body: '' }))
  await openSongs(page, demo)
  await expect(page.getByRole('link', { name: 'Open in Spotify' })).toHaveAttribute(
    'href',
    'https://open.spotify.com/playlist/37i9dQZF1DX0XUsuxWHRQd',
  )
  const { search, option } = await openAddSongDialog(page)
  await search.fill('dakota')
  await option(/Dakota/)
    .first()
    .click()
  await expect(toastWithText(page, 'Sync failed')).toContainText(
    'Could not sync to Spotify playlist. The song was added to the practice list.',
  )
  await expect(option(/Dakota/).first()).toContainText('On the list')
})

test('a list of more than 30 songs has a search field, and several selected songs are removed at once', async ({
  page,
  demo,
}) => {
  const band = await createBandWithSongs(page, demo, [])
  const add = (title: string, artist = 'The Larches') =>
    band.api('post', `/api/bands/${band.id}/songs`, { title, artist })
  await Promise.all([...Array.from({ length: 29 }, (_, at) => add(`Filler ${at + 1}`)), add('Déjà Vu')])
  await openSongs(page, demo)
  await expect(songRow(page, 'Déjà Vu')).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search the practice list' })
  await expect(search).toHaveCount(0)

  // The new row is at the end of the list and scrolls into view.
  await page.getByRole('button', { name: 'Add Song', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Song' })
  await dialog.getByRole('button', { name: 'Add by hand' }).click()
  await dialog.getByLabel('Title').fill('song 2')
  await dialog.getByLabel('Artist').fill('BLUR')
  await dialog.getByRole('button', { name: 'Add song', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(songRow(page, 'song 2')).toBeInViewport({ ratio: 1 })

  const found = await openAddSongDialog(page)
  await found.search.fill('song 2')
  await expect(found.option(/^Song 2.*Blur/)).toContainText('On the list')
  await expect(found.option(/^Song 2.*Blur/)).toHaveAttribute('aria-disabled', 'true')
  await found.dialog.getByRole('button', { name: 'Close' }).click()

  await search.fill('deja')
  await expectSongOrder(page, ['Déjà Vu'])
  await search.fill('nothing like it')
  await expect(page.getByText('No song on the list matches')).toBeVisible()
  await search.fill('filler 2')
  const rows = page.getByRole('list', { name: 'Practice list' }).getByRole('listitem')
  // The matches: Filler 2, Filler 12, and Filler 20 to 29.
  await expect(rows).toHaveCount(12)
  await page.getByRole('button', { name: 'Select songs' }).click()
  const bar = page.getByRole('region', { name: 'Selected songs' })
  await bar.getByRole('button', { name: 'Select all' }).click()
  await expect(bar).toContainText('12 songs selected')
  // The songs were added in parallel, so their order varies.
  await rows
    .filter({ hasText: /Filler 2(?!\d)/ })
    .getByRole('checkbox')
    .click()
  await expect(bar).toContainText('11 songs selected')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Remove' }).click()
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText('Are you sure you want to remove 11 songs from the practice list?')
  await confirm.getByRole('button', { name: 'Remove' }).click()
  await expect(toastWithText(page, '11 songs removed from practice list and Spotify playlist')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page.getByText('Side Project · 20 songs')).toBeVisible()
  await expect(songRow(page, 'Filler 2')).toBeVisible()
  await expect(rows).toHaveCount(20)
})
