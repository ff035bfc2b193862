// Connecting a Spotify account in a pop-up, with every outcome, and ending the connection.

import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import {
  connectSpotifyAs,
  expectToast,
  readSpotifyEntries,
  openSpotifyTabOfNewBand,
  openPopUp,
  clickAndAwaitClose,
} from './spotify-steps.ts'

const failureToast = ['Connection failed', 'Could not connect to Spotify'] as const

test(
  'the Spotify pop-up opens at once, and success, failure and cancellation each show their own message',
  { tag: '@desk' },
  async ({ page, demo, allowErrors }) => {
    // The status of the pop-up's error page, and of the fulfilled routes below.
    allowErrors(/status of (400|500|501)/)
    const { fakeSpotify } = await openSpotifyTabOfNewBand(page, demo)
    await expectAccessible(page)
    // The only card has the full width.
    const readWidth = async (role: 'tablist' | 'region') => (await page.getByRole(role).boundingBox())?.width
    expect(await readWidth('region')).toBe(await readWidth('tablist'))

    await test.step('the pop-up opens before the server has sent the authorization URL', async () => {
      const response = Promise.withResolvers<void>()
      await page.route('**/api/spotify/auth', async (route) => {
        await response.promise
        await route.continue()
      })
      const popUp = await openPopUp(page)
      expect(await popUp.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 600])
      response.resolve()
      await page.unrouteAll({ behavior: 'wait' })
      await clickAndAwaitClose(popUp, 'Cancel')
      await expectToast(page, 'Connection cancelled')
    })

    await test.step('the user closes the pop-up', async () => {
      const popUp = await openPopUp(page)
      await expect(popUp.getByRole('button', { name: 'Cancel' })).toBeVisible()
      // Longer than two polls of popup.closed: reading it as closed too early would cancel the connection.
      await page.waitForTimeout(2200)
      await expect(page.getByText('Continue in the window that has just opened.')).toBeVisible()
      await popUp.close()
      await expectToast(page, 'Connection cancelled')
    })

    await test.step('the page is reloaded while the pop-up is open', async () => {
      const popUp = await openPopUp(page)
      await expect(popUp.getByRole('button', { name: 'Cancel' })).toBeVisible()
      await page.reload()
      const goes = popUp.waitForEvent('framenavigated')
      await page.getByRole('button', { name: 'Connect to Spotify' }).click()
      await goes
      await clickAndAwaitClose(popUp, 'Cancel')
      await expectToast(page, 'Connection cancelled')
    })

    await test.step('Spotify answers with an error', async () => {
      const popUp = await openPopUp(page)
      await fakeSpotify.setAccountsFault({ kind: 'status', status: 500 })
      await popUp.getByRole('button', { name: 'Ann Harker' }).click()
      await expect(popUp.getByRole('heading', { name: failureToast[0] })).toBeVisible()
      await fakeSpotify.setAccountsFault(null)
      await clickAndAwaitClose(popUp, 'Close')
      await expectToast(page, ...failureToast)
    })

    await test.step('the browser blocks the pop-up', async () => {
      await page.keyboard.press('Escape')
      await expect(page.getByText(failureToast[1])).toHaveCount(0)
      const real = await page.evaluateHandle(() => window.open)
      await page.evaluate(() => (window.open = () => null))
      await page.getByRole('button', { name: 'Connect to Spotify' }).click()
      await expectToast(page, ...failureToast)
      await page.evaluate((open) => (window.open = open), real)
    })

    await test.step('the pop-up closes and a toast shows the error when the server sends no authorization URL', async () => {
      const respondWith = async (status: number, code: string, message: string) => {
        await page.route('**/api/spotify/auth', (route) => route.fulfill({ status, json: { code, message } }))
        const popUp = await openPopUp(page)
        await expect.poll(() => popUp.isClosed()).toBe(true)
        await page.unrouteAll()
      }
      await respondWith(500, 'failed', 'Something went wrong')
      await expectToast(page, ...failureToast)
      await respondWith(501, 'not_configured', 'Spotify is not set up on this server')
      await expectToast(page, failureToast[0], 'Spotify is not set up on this server')
    })

    expect(await readSpotifyEntries(page)).toEqual({})
    await connectSpotifyAs(page, 'Ann Harker')
    await expect(page.getByRole('heading', { name: 'Spotify', exact: true })).toBeFocused()
    expect(Object.keys(await readSpotifyEntries(page)).toSorted()).toEqual([
      'gaffer.spotifyAccessToken',
      'gaffer.spotifyTokenExpiry',
    ])
  },
)

test(
  'an expired or disconnected Spotify connection is cleared in every tab',
  { tag: '@desk' },
  async ({ page, context, demo, allowErrors }) => {
    allowErrors(/status of 401|net::ERR_FAILED/)
    const { fakeSpotify } = await openSpotifyTabOfNewBand(page, demo)
    await connectSpotifyAs(page, 'Ben Okafor')
    const other = await context.newPage()
    await other.goto(page.url())
    await expect(other.getByText('Ben Okafor')).toBeVisible()
    // Waits for the requests of the other tab: one of them could otherwise be the first that Spotify refuses.
    await other.waitForLoadState('networkidle')

    await fakeSpotify.revoke('ben')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Your Spotify connection has expired. Please connect again.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Connect to Spotify' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Connect to Spotify' })).toBeVisible()
    expect(Object.keys(await readSpotifyEntries(page))).not.toContain('gaffer.spotifyAccessToken')
    await expectAccessible(page)

    // The page of another account does not show the name or the playlists of the account before it.
    await connectSpotifyAs(page, 'Dev Sandhu')
    await expect(page.getByText('Ben Okafor')).toHaveCount(0)
    await expect(other.getByText('Dev Sandhu')).toBeVisible()
    const { 'gaffer.spotifyAccessToken': handle } = await readSpotifyEntries(page)
    demo.keepOutOfLogs(handle as string)
    const readAccount = () =>
      page.request.get(`${demo.url}/api/spotify/user`, { headers: { authorization: `Bearer ${handle}` } })
    expect((await readAccount()).status()).toBe(200)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expectToast(page, 'Disconnected from Spotify')
    await expect(page.getByRole('heading', { name: 'Spotify', exact: true })).toBeFocused()
    await expect(other.getByRole('button', { name: 'Connect to Spotify' })).toBeVisible()
    await expect(page.getByText('has expired')).toHaveCount(0)
    expect(await readSpotifyEntries(page)).toEqual({})
    expect((await readAccount()).status()).toBe(401)

    await connectSpotifyAs(page, 'Dev Sandhu')
    await page.route('**/api/spotify/connection', (route) => route.abort())
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expectToast(page, 'Disconnected from Spotify')
    expect(await readSpotifyEntries(page)).toEqual({})
  },
)

test(
  'without Spotify credentials the Spotify tab says that it is not set up',
  { tag: '@desk' },
  async ({ page, demo }) => {
    await openSpotifyTabOfNewBand(page, demo)
    await page.route('**/api/settings', (route) =>
      route.fulfill({
        json: {
          maps: null,
          spotify: false,
          vapidPublicKey: '',
          songLists: 'soon',
          maxChartBytes: 26_214_400,
          maxRecordingBytes: 314_572_800,
        },
      }),
    )
    await page.reload()
    await expect(page.getByText('Spotify is not set up on this server')).toBeVisible()
    await expect(page.getByText('You can still add songs to the practice list by hand.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Connect to Spotify' })).toHaveCount(0)
  },
)
