// Set lists from the practice list to the stage, and a practice from its plan to its ticks.

import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { readStoredEndpoints, readStoredQueries } from './stored-queries.ts'
import { expect, test } from './fixtures.ts'
import { waitForServiceWorker } from './shell-steps.ts'
import { createBandWithSongs } from './songs-steps.ts'

test.use({ serviceWorkers: 'allow' })

test('a gig gets a set list and a gig sheet; the sheet’s link opens without a session until it is revoked; both open without a network; the songs of tonight’s practice are ticked', async ({
  page,
  demo,
  context,
  newContext,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/)
  const band = await createBandWithSongs(page, demo, ['Dakota', 'Valerie', 'Ruby'])
  const today = todayInLondon(new Date())
  const event = (input: object) => band.api<{ id: string }>('post', `/api/bands/${band.id}/events`, input)
  const gig = await event({ type: 'public_gig', date: addDays(today, 5), venue: 'The Adelphi', title: 'Launch' })
  const practice = await event({
    type: 'practice',
    date: today,
    startTime: '00:00',
    endTime: '03:00',
    location: 'Unit 4',
  })

  await page.goto(`${demo.url}/setlists`)
  await page.getByRole('button', { name: 'New set list' }).click()
  await page.getByLabel('Name').fill('Friday')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Friday')
  // A press on a row of the sheet may end beside the row while reads arrive or the sheet rises.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Add songs and breaks' }).click()
  const adding = page.getByRole('dialog', { name: 'Add to the set list' })
  await expect(adding).toBeVisible()
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  for (const title of ['Valerie', 'Dakota']) {
    const song = adding.getByRole('button', { name: title }).first()
    await song.click()
    await expect(song).toHaveAttribute('aria-pressed', 'true')
  }
  await adding.getByRole('button', { name: 'Add a break' }).click()
  await adding.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Move Dakota' }).press('ArrowUp')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('0 of 2 ready · 2 without a length')

  await page.getByRole('button', { name: 'Use at an event' }).click()
  await page.getByRole('button', { name: /^Launch/ }).click()
  await expect(page.getByRole('button', { name: /^Launch/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('“Friday” is the set list of Launch').first()).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('list', { name: 'Played at' })).toContainText('Launch')

  await page.goto(`${demo.url}/bands/${band.id}/events/${gig.id}`)
  await page.getByRole('button', { name: 'Write the gig sheet' }).click()
  const form = page.getByRole('dialog', { name: 'Gig sheet' })
  await form.getByRole('button', { name: 'Load-in' }).click()
  await form.getByLabel('Time of Load-in (1)').fill('17:00')
  await form.getByLabel('Address').fill('15 De Grey Street, Hull')
  await form.getByLabel('Phone').fill('01482 496 018')
  await form.getByLabel('Fee in pounds').fill('350')
  await form.getByRole('button', { name: 'Save' }).click()
  const sheet = page.getByRole('tabpanel', { name: 'Gig sheet' })
  await expect(sheet.getByRole('listitem')).toHaveText('5:00 PMLoad-in')
  await expect(sheet).toContainText('£350')
  // Closes the toast, which covers the buttons beneath the sheet.
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await sheet.getByRole('button', { name: 'Share by link' }).click()
  await page.getByRole('button', { name: 'Make link' }).click()
  const link = await page.getByLabel('Link').inputValue()
  demo.keepOutOfLogs(link.split('/sheet/')[1] as string)
  const reader = await (await newContext()).newPage()
  await reader.goto(link)
  await expect(reader.getByRole('main')).toContainText('15 De Grey Street')
  await expect(reader.getByRole('main')).toContainText('Set list: Friday')
  await expect(reader.getByRole('main')).not.toContainText(/£350|01482/)
  await page.getByRole('switch', { name: 'Show the fee' }).click()
  await expect(page.getByRole('switch', { name: 'Show the fee' })).toBeChecked()
  await expect
    .poll(async () => (await reader.request.get(link.replace('/sheet/', '/api/sheets/'))).text())
    .toContain('35000')
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Make link' })).toBeVisible()
  expect((await reader.request.get(link.replace('/sheet/', '/api/sheets/'))).status()).toBe(404)
  await page.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('tab', { name: 'Set list' }).click()
  await page.getByRole('link', { name: 'Stage view' }).click()
  const next = page.getByText('1 of 2 · Next: Valerie')
  await expect(next).toBeVisible()
  const readFontSize = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
  expect(await next.evaluate(readFontSize)).toBe(24)
  const title = page.getByRole('status').locator('span').first()
  await expect(title).toHaveText('Dakota')
  // A title of one word is enlarged to the width of the phone.
  expect(await title.evaluate(readFontSize)).toBeGreaterThan(80)
  expect((await title.boundingBox())?.height).toBeLessThan(160)
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  await waitForServiceWorker(page)
  await page.reload()
  await expect(page.getByText('1 of 2 · Next: Valerie')).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('1 of 2 · Next: Valerie')).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(page.getByText('2 of 2 · Next: Break')).toBeVisible()
  await context.setOffline(false)
  // The dashboard prefetches the gig sheets of the next two weeks.
  const gigSheet = 'GET /api/bands/:bandId/events/:eventId/gig-sheet'
  expect(await readStoredEndpoints(page)).toContain(gigSheet)
  expect(await readStoredQueries(page, { deleted: gigSheet })).not.toEqual([])
  await page.goto(`${demo.url}/dashboard`)
  await expect.poll(() => readStoredEndpoints(page)).toContain(gigSheet)
  await context.setOffline(true)
  await page.goto(`${demo.url}/bands/${band.id}/events/${gig.id}`)
  await expect(sheet.getByRole('listitem')).toHaveText('5:00 PMLoad-in')
  await context.setOffline(false)

  await page.goto(`${demo.url}/bands/${band.id}/events/${practice.id}`)
  const plan = page.getByRole('list', { name: 'What to play' })
  await expect(plan.getByRole('listitem')).toContainText(['Dakota', 'Valerie', 'Ruby'])
  await expect(plan.getByRole('listitem').first()).toContainText('In the set for the gig in 5 days')
  await plan.getByRole('checkbox', { name: 'Valerie practised' }).check()
  await expect
    .poll(() => band.api<{ songIds: string[] }>('get', `/api/bands/${band.id}/events/${practice.id}/practised`))
    .toEqual({ songIds: [band.songs[1]] })
})

test('long titles and notes are complete on the one A4 page of a printed set list', async ({ page, demo }) => {
  const title = 'I Bet You Look Good on the Dancefloor, the long version'
  const note = 'Kit starts alone, then the horns come in at bar nine and everybody sings the last chorus twice'
  const band = await createBandWithSongs(page, demo, [title, 'Ruby'])
  const [long] = band.songs as [string, string]
  await band.api('patch', `/api/bands/${band.id}/songs/${long}`, { key: 'F♯ minor' })
  const rest = Array.from({ length: 20 }, (_, at) => ({ label: `Break ${at}`, note }))
  const setlist = await band.api<{ id: string }>('post', `/api/bands/${band.id}/setlists`, {
    name: 'Friday',
    items: [...band.songs.map((songId) => ({ songId, note })), ...rest],
  })
  await page.goto(`${demo.url}/setlists/${setlist.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Friday')
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  // The width of an A4 page between its margins.
  await page.setViewportSize({ width: 688, height: 960 })
  await page.emulateMedia({ media: 'print' })
  const cutRows = await page
    .locator('[data-print-sheet] li')
    .evaluateAll(
      (rows) =>
        rows.filter((row) => row.scrollWidth > row.clientWidth || row.scrollHeight > row.clientHeight + 1).length,
    )
  expect(cutRows).toBe(0)
})

test('on a stage in landscape, the note of a song is above the name of the next song', async ({ page, demo }) => {
  const band = await createBandWithSongs(page, demo, ['Dakota', 'Ruby'])
  const [dakota] = band.songs as [string, string]
  const facts = { key: 'E', tempo: 147, note: 'Hold the last chord' }
  await band.api('patch', `/api/bands/${band.id}/songs/${dakota}`, facts)
  const setlist = await band.api<{ id: string }>('post', `/api/bands/${band.id}/setlists`, {
    name: 'Friday',
    items: band.songs.map((songId) => ({ songId, note: 'Kit counts in' })),
  })
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto(`${demo.url}/setlists/${setlist.id}/stage`)
  const boxOf = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())!
  await expect(page.getByText(facts.note, { exact: true })).toBeVisible()
  const next = await boxOf('1 of 2 · Next: Ruby')
  await expect
    .poll(async () => {
      const { y, height } = await boxOf(facts.note)
      return y + height
    })
    .toBeLessThanOrEqual(next.y)
})
