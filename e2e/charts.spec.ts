// Charts on a music stand: the viewer, the stage view and markings, with and without a network.

import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { addPdfChart, addTextChart, countDarkPixels } from './chart-steps.ts'
import { expect, test } from './fixtures.ts'
import { waitForServiceWorker } from './shell-steps.ts'
import { createBandWithSongs, openSongs, songDisclosureButton, songRow } from './songs-steps.ts'
import { createTextPdf } from './text-pdf.ts'

test.use({ serviceWorkers: 'allow' })

test('the charts of a gig’s set list are stored on the device; without a network a PDF opens in the viewer and on stage, is drawn on, and its markings are sent when the network is back', async ({
  page,
  demo,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const band = await createBandWithSongs(page, demo, ['Dakota', 'Valerie'])
  const [dakota = '', valerie = ''] = band.songs
  const pdf = await addPdfChart(
    page,
    demo,
    { bandId: band.id, songId: dakota },
    'Dakota in E',
    createTextPdf(['Intro', 'Chorus', 'Solo']),
  )
  await addTextChart(
    page,
    demo,
    { bandId: band.id, songId: valerie },
    'Words',
    '{key: Eb}\n[Eb]Well sometimes I go [Fm]out',
  )
  const items = band.songs.map((songId) => ({ songId }))
  const setlist = await band.api<{ id: string }>('post', `/api/bands/${band.id}/setlists`, { name: 'Friday', items })
  await band.api('post', `/api/bands/${band.id}/events`, {
    type: 'public_gig',
    date: addDays(todayInLondon(new Date()), 3),
    venue: 'The Adelphi',
    setlistId: setlist.id,
  })

  await page.goto(`${demo.url}/setlists/${setlist.id}`)
  await waitForServiceWorker(page)
  await page.reload()
  await expect(page.getByText('2 of 2 charts on this device')).toBeVisible({ timeout: 20_000 })

  await context.setOffline(true)
  await page.goto(`${demo.url}/bands/${band.id}/charts/${pdf.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dakota in E')
  const first = 'Dakota in E, page 1 of 3'
  await expect.poll(() => countDarkPixels(page, first)).toBeGreaterThan(500)

  await page.getByRole('button', { name: 'Draw' }).click()
  const box = (await page.getByRole('figure', { name: first }).boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 90, { steps: 8 })
  await page.mouse.up()
  await expect(page.locator('[data-markup="1"] path')).toHaveCount(1)
  await page.getByRole('switch', { name: 'Show to the band' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  // Waits until the change is in the outbox: before, it would be lost with the page.
  await expect(page.getByRole('main').getByText('Waiting to send')).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('gaffer.waiting'))).not.toBeNull()
  await page.getByRole('button', { name: 'Fit page' }).click()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('status').filter({ hasText: 'Page 2 of 3' })).toHaveCount(1)

  await page.goto(`${demo.url}/setlists/${setlist.id}/stage`)
  await expect.poll(() => countDarkPixels(page, first)).toBeGreaterThan(500)
  await expect(page.locator('[data-markup="1"] path')).toHaveCount(1)
  for (const shown of ['Page 2 of 3', 'Page 3 of 3']) {
    await page.keyboard.press('PageDown')
    await expect(page.getByRole('status').filter({ hasText: shown })).toHaveCount(1)
  }
  await page.keyboard.press('PageDown')
  await expect(page.getByText('Well sometimes I go')).toBeVisible()
  await page.getByRole('button', { name: 'What to show' }).click()
  await page.getByRole('menuitem', { name: 'The song' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Valerie' })).toBeVisible()

  await context.setOffline(false)
  const readMarkup = async () =>
    (await (await page.request.get(`${demo.url}/api/bands/${band.id}/charts/${pdf.id}/markup`)).json()) as object[]
  await expect.poll(readMarkup, { timeout: 20_000 }).toMatchObject([{ isShared: true, pages: [{ page: 1 }] }])
})

test('a PDF is uploaded to a song and replaced by a new file, the earlier version is restored, and a Word file is refused', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/422/)
  await createBandWithSongs(page, demo, ['Dakota'])
  await openSongs(page, demo)
  await songDisclosureButton(page, 'Dakota').click()
  const row = songRow(page, 'Dakota')
  const file = (name: string, pages: string[]) => ({ name, mimeType: 'application/pdf', buffer: createTextPdf(pages) })
  await row.getByLabel('Add a file').setInputFiles(file('Dakota in E.pdf', ['Intro', 'Chorus']))
  const chart = row.getByRole('link', { name: /^Dakota in E/ })
  await expect(chart).toContainText('PDF · 2 pages')

  await row.getByLabel('New file for Dakota in E').setInputFiles(file('New.pdf', ['Intro', 'Verse', 'Chorus']))
  await expect(chart).toContainText('PDF · 3 pages')
  await row.getByRole('button', { name: 'More for Dakota in E' }).click()
  await page.getByRole('menuitem', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions' })
  await expect(versions.getByText('Version 2, shown now')).toBeVisible()
  await versions.getByRole('button', { name: 'Take it back' }).click()
  await expect(versions).toBeHidden()
  await expect(chart).toContainText('PDF · 2 pages')

  await row.getByLabel('Add a file').setInputFiles({
    name: 'Words.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: Buffer.from('PK\u0003\u0004 a document'),
  })
  await expect(row.getByText(chartMessages.unsupportedFile)).toBeVisible()
  await row.getByRole('button', { name: 'Remove Words.docx' }).click()

  await chart.click()
  await expect.poll(() => countDarkPixels(page, 'Dakota in E, page 1 of 2')).toBeGreaterThan(500)
})
