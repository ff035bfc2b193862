import type { Request } from '@playwright/test'
import { isPhoneViewport, joinBandAsKit, rosPhone } from './calendar-steps.ts'
import { expect, selectDemoBand, signIn, test } from './fixtures.ts'
import { disableLiveStream } from './shell-steps.ts'
import {
  createBandWithSongs,
  songDisclosureButton,
  expectSongOrder,
  openSongs,
  ownReadinessButton,
  songRow,
  toastWithText,
} from './songs-steps.ts'

test('an empty practice list offers to add the first song', async ({ page, demo }) => {
  await createBandWithSongs(page, demo, [])
  await openSongs(page, demo)
  const main = page.getByRole('main')
  for (const text of [
    'No songs yet',
    'Start building your practice list by adding some songs',
    'Side Project · 0 songs',
  ]) {
    await expect(main.getByText(text)).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Open in Spotify' })).toHaveCount(0)
  await main.getByRole('button', { name: 'Add Your First Song' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Song' })).toContainText('Type at least 2 characters to search')
})

test('the dashboard’s Playbook tile, and on phones its Add song link, open the practice list', async ({
  page,
  demo,
}) => {
  await createBandWithSongs(page, demo, ['Dakota'])
  await page.goto(`${demo.url}/dashboard`)
  await page.getByRole('link', { name: /^1 Playbook/ }).click()
  await expect(page).toHaveURL(`${demo.url}/songs`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(songRow(page, 'Dakota')).toBeVisible()
  if (!isPhoneViewport(page)) return
  await page.goBack()
  await page.getByRole('link', { name: 'Add song' }).click()
  await expect(page).toHaveURL(`${demo.url}/songs`)
})

test('the practice list shows a loading text, and a failed request offers "Try again"', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/500/)
  await createBandWithSongs(page, demo, ['Dakota'])
  const latch = Promise.withResolvers<void>()
  let isDown = true
  await page.route('**/api/bands/*/songs', async (route) => {
    await latch.promise
    return isDown ? route.fulfill({ status: 500, body: '' }) : route.continue()
  })
  await disableLiveStream(page)
  await openSongs(page, demo)
  await expect(page.getByText('Loading practice list...')).toBeVisible()
  latch.resolve()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch songs')
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(songRow(page, 'Dakota')).toBeVisible()
})

test('the vetoed song is the last but one of the practice list, the accessible name of a closed row counts readiness, and an open row lists every member', async ({
  page,
  demo,
  context,
}) => {
  await signIn(context, demo, rosPhone)
  await selectDemoBand(context, demo)
  await openSongs(page, demo)
  await expect(page.getByText('The Night Buses · 20 songs')).toBeVisible()
  const rows = page.getByRole('list', { name: 'Practice list' }).getByRole('heading')
  await expect(rows).toHaveCount(20)
  await expect(rows.nth(18)).toContainText('Wonderwall')
  await expect(songDisclosureButton(page, 'Wonderwall')).toHaveAccessibleName(/5 Ready\. Vetoed by 1 member/)
  await expect(songDisclosureButton(page, 'Shout')).toHaveAccessibleName(
    /^Shout ?, Tears for Fears ?\. 1 Ready, 2 Working, 2 Not Ready$/,
  )

  await songDisclosureButton(page, 'Wonderwall').click()
  await expect(songDisclosureButton(page, 'Wonderwall')).toHaveAttribute('aria-expanded', 'true')
  const memberList = songRow(page, 'Wonderwall').getByRole('list', { name: 'Everybody' })
  await expect(memberList.getByRole('listitem')).toHaveText([
    /Ros.*Ready/,
    /Mags.*Ready/,
    /Kit/,
    /Danny.*Veto/,
    /Priya/,
  ])
})

test('a press on the member’s own readiness raises it by one step, and the song moves up after a delay', async ({
  page,
  demo,
  newContext,
}) => {
  const band = await createBandWithSongs(page, demo, ['Dakota', 'Valerie', 'Ruby'])
  const apiAsKit = await joinBandAsKit(await newContext(), demo, band)
  const [, valerie] = band.songs
  await openSongs(page, demo)
  await expectSongOrder(page, ['Dakota', 'Valerie', 'Ruby'])

  // The order at the moment in which the new readiness is shown: the list is sorted less than a second later.
  const orderAtChange = page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('ul[aria-label="Practice list"] > li')]
    const isShown = rows.some((row) => row.querySelector('[aria-label="Your readiness for Ruby: Working"]'))
    return isShown && rows.map((row) => row.querySelector('[data-title]')?.textContent)
  })
  await ownReadinessButton(page, 'Ruby').click()
  expect(await (await orderAtChange).jsonValue()).toEqual(['Dakota', 'Valerie', 'Ruby'])
  await ownReadinessButton(page, 'Ruby').click()
  await expect(songDisclosureButton(page, 'Ruby')).toHaveAccessibleName(/1 Ready, 1 Not Ready/)
  await expectSongOrder(page, ['Ruby', 'Dakota', 'Valerie'])
  await expect(songRow(page, 'Ruby')).toBeInViewport()

  await songDisclosureButton(page, 'Valerie').click()
  await songRow(page, 'Valerie').getByRole('radio', { name: 'Working' }).click()
  await expect(ownReadinessButton(page, 'Valerie')).toHaveAccessibleName(/Working$/)
  await expectSongOrder(page, ['Ruby', 'Valerie', 'Dakota'])
  await expect(songDisclosureButton(page, 'Valerie')).toHaveAttribute('aria-expanded', 'true')

  const me = await apiAsKit<{ bands: { bandId: string; id: string }[] }>('get', '/api/me')
  const membershipId = me.bands.find(({ bandId }) => bandId === band.id)?.id
  await apiAsKit('post', `/api/bands/${band.id}/songs/${valerie}/readiness`, { membershipId, status: 'green' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expectSongOrder(page, ['Valerie', 'Ruby', 'Dakota'])
  await page.reload()
  await expectSongOrder(page, ['Valerie', 'Ruby', 'Dakota'])
})

test('a readiness or veto that the server refuses is rolled back', async ({ page, demo, allowErrors }) => {
  allowErrors(/500/)
  await createBandWithSongs(page, demo, ['Dakota'])
  await openSongs(page, demo)
  const latch = Promise.withResolvers<void>()
  await page.route(/\/(readiness|veto)$/, async (route) => {
    await latch.promise
    await route.fulfill({ status: 500, body: '' })
  })
  await ownReadinessButton(page, 'Dakota').click()
  await expect(ownReadinessButton(page, 'Dakota')).toHaveAccessibleName(/Working$/)
  latch.resolve()
  await expect(toastWithText(page, 'Failed to update readiness')).toBeVisible()
  await expect(ownReadinessButton(page, 'Dakota')).toHaveAccessibleName(/Not Ready$/)

  await songDisclosureButton(page, 'Dakota').click()
  const veto = songRow(page, 'Dakota').getByRole('switch', { name: 'Veto' })
  // The rollback may come before the switch was seen to be on.
  await veto.click()
  await expect(page.getByText('Failed to update', { exact: true })).toBeVisible()
  await expect(veto).not.toBeChecked()
})

test('after several quick changes of readiness the last one is stored', async ({ page, demo }) => {
  await createBandWithSongs(page, demo, ['Dakota'])
  await openSongs(page, demo)
  await songDisclosureButton(page, 'Dakota').click()
  let [sent, underWay] = ['', 0]
  const ofReadiness = (act: (request: Request) => void) => (request: Request) => {
    if (request.url().endsWith('/readiness')) act(request)
  }
  page.on(
    'request',
    ofReadiness((request) => (underWay += 1) && (sent = request.postDataJSON().status)),
  )
  page.on(
    'requestfinished',
    ofReadiness(() => (underWay -= 1)),
  )
  for (const name of ['Ready', 'Not Ready', 'Ready', 'Not Ready', 'Working']) {
    await songRow(page, 'Dakota').getByRole('radio', { name, exact: true }).click()
  }
  await expect.poll(() => [sent, underWay]).toEqual(['amber', 0])
  await page.reload()
  await expect(ownReadinessButton(page, 'Dakota')).toHaveAccessibleName(/Working$/)
})

test('a vetoed song goes last, and returns to its place when the veto is removed', async ({ page, demo }) => {
  await createBandWithSongs(page, demo, ['Dakota', 'Valerie', 'Ruby'])
  await openSongs(page, demo)
  await songDisclosureButton(page, 'Dakota').click()
  const veto = songRow(page, 'Dakota').getByRole('switch', { name: 'Veto' })
  const stored = page.waitForResponse((response) => response.url().endsWith('/veto') && response.ok())
  await veto.press('Space')
  await expect(songDisclosureButton(page, 'Dakota')).toHaveAccessibleName(/Vetoed by 1 member/)
  await expectSongOrder(page, ['Valerie', 'Ruby', 'Dakota'])
  await expect(veto).toBeFocused()
  await expect(veto).toBeInViewport()
  await stored
  await page.reload()
  await expectSongOrder(page, ['Valerie', 'Ruby', 'Dakota'])
  await songDisclosureButton(page, 'Dakota').click()
  await veto.click()
  await expectSongOrder(page, ['Dakota', 'Valerie', 'Ruby'])
})

test('a row shows at most three veto icons, and a placeholder for a missing cover', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/covers\/gone|ERR_|404/)
  const band = await createBandWithSongs(page, demo, ['Dakota'])
  const vetos = [1, 2, 3, 4].map((at) => ({ membershipId: `0190a000-0000-7000-8000-00000000000${at}` }))
  await page.route(`**/api/bands/${band.id}/songs`, async (route) => {
    const [song] = await (await route.fetch()).json()
    return route.fulfill({ json: [{ ...song, vetos, imageUrl: `${demo.url}/images/gone.webp` }] })
  })
  await openSongs(page, demo)
  await expect(songDisclosureButton(page, 'Dakota')).toHaveAccessibleName(/Vetoed by 4 members/)
  await expect(songRow(page, 'Dakota').locator('svg.lucide-ban')).toHaveCount(3)
  await expect(songRow(page, 'Dakota').locator('img')).toHaveCount(0)
  await expect(songRow(page, 'Dakota').locator('svg.lucide-disc-3')).toBeVisible()
})

test('a song is removed after a confirmation, and stays after Cancel or a failed request', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/500/)
  await createBandWithSongs(page, demo, ['Dakota', 'Valerie'])
  await openSongs(page, demo)
  await songDisclosureButton(page, 'Dakota').click()
  const remove = songRow(page, 'Dakota').getByRole('button', { name: 'Remove' })
  const dialog = page.getByRole('alertdialog')

  await remove.click()
  await expect(dialog).toContainText('Are you sure you want to remove "Dakota" from the practice list?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()

  await page.route('**/songs/*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await remove.click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(toastWithText(page, 'Failed to remove song')).toBeVisible()

  await remove.click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(toastWithText(page, 'Song removed from practice list and Spotify playlist')).toBeVisible()
  await expectSongOrder(page, ['Valerie'])
})
