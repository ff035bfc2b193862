// The band file: an owner exports a band, and another account imports the file as a new band.

import { expectAccessible } from './axe.ts'
import { addPdfChart, countDarkPixels } from './chart-steps.ts'
import { dateCell, dateInEmptyMonth, joinBandAs, magsPhone, openEmptyMonth } from './calendar-steps.ts'
import { expect, signIn, test } from './fixtures.ts'
import { createBandWithSongs } from './songs-steps.ts'
import { dannyPhone } from './shell-steps.ts'
import { createTextPdf } from './text-pdf.ts'
import { addRecording } from './upload-steps.ts'

test('an owner exports a band, and another account imports the file and sees its event, its songs and its members as invited', async ({
  page,
  demo,
  context,
  newContext,
}, info) => {
  const band = await createBandWithSongs(page, demo, ['Dakota', 'Valerie'])
  await joinBandAs(magsPhone, await newContext(), demo, band)
  const gig = { type: 'public_gig', date: dateInEmptyMonth(7), venue: 'The Adelphi', title: 'Launch' }
  await band.api('post', `/api/bands/${band.id}/events`, gig)
  await signIn(context, demo, '+447700900101')
  await page.goto(`${demo.url}/admin`)
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the band' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('Side Project.json')
  const path = info.outputPath('band.json')
  await download.saveAs(path)
  await expect(page.getByText('Your band is saved', { exact: true })).toBeVisible()

  const other = await newContext()
  await signIn(other, demo, dannyPhone)
  const loading = await other.newPage()
  await loading.goto(`${demo.url}/onboarding`)
  await loading.getByRole('button', { name: 'Load a band from a file' }).click()
  const dialog = loading.getByRole('dialog', { name: 'Load a band from a file' })
  const chooser = dialog.getByLabel('Choose file')
  await chooser.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') })
  await expect(dialog.getByRole('alert')).toHaveText('This is not a band file from Gaffer')
  await chooser.setInputFiles(path)
  await expect(dialog.getByText('2 members, 1 event, 2 songs, 0 set lists')).toBeVisible()
  await expect(dialog.getByLabel('Which member are you?')).toContainText('None of them')
  await expectAccessible(loading)
  await dialog.getByRole('button', { name: 'Load the band' }).click()
  await expect(loading).toHaveURL(/\/calendar/)
  await expect(loading.getByText('Your band is loaded', { exact: true })).toBeVisible()

  await openEmptyMonth(loading, demo)
  await expect(dateCell(loading, gig.date)).toHaveAccessibleName(/Launch/)

  await loading.goto(`${demo.url}/songs`)
  const songs = loading.getByRole('list', { name: 'Practice list' }).getByRole('heading')
  await expect(songs).toHaveCount(2)
  await loading.goto(`${demo.url}/admin?tab=members`)
  const members = loading.getByRole('region', { name: /^Members/ }).getByRole('listitem')
  await expect(members).toHaveText([/Danny.*You.*Owner/, /Ros.*Owner.*Invited/, /Mags.*Invited/])
  await loading.getByRole('button', { name: 'Invite Mags' }).click()
  await expect(loading.getByRole('dialog', { name: 'Invite Mags' }).getByLabel('Email')).toBeFocused()
  await expectAccessible(loading)
})

test('an owner downloads a band with its files as a zip, and another account loads the zip, opens the chart and plays the recording', async ({
  page,
  demo,
  context,
  newContext,
}, info) => {
  const band = await createBandWithSongs(page, demo, ['Dakota'])
  const [songId = ''] = band.songs
  await addPdfChart(page, demo, { bandId: band.id, songId }, 'Dakota in E', createTextPdf(['Intro', 'Chorus']))
  await addRecording(page, demo, band.id, { name: 'Take 1' })
  await signIn(context, demo, '+447700900101')
  await page.goto(`${demo.url}/admin`)
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download everything' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('Side Project.zip')
  const path = info.outputPath('band.zip')
  await download.saveAs(path)

  const other = await newContext()
  await signIn(other, demo, dannyPhone)
  const loading = await other.newPage()
  await loading.goto(`${demo.url}/onboarding`)
  await loading.getByRole('button', { name: 'Load a band from a file' }).click()
  const dialog = loading.getByRole('dialog', { name: 'Load a band from a file' })
  await dialog.getByLabel('Choose file').setInputFiles(path)
  await expect(dialog.getByText('1 member, 0 events, 1 song, 0 set lists, 1 chart, 1 recording')).toBeVisible()
  await dialog.getByRole('button', { name: 'Load the band' }).click()
  await expect(loading).toHaveURL(/\/calendar/, { timeout: 30_000 })
  await expect(loading.getByText('Your band is loaded', { exact: true })).toBeVisible()

  await loading.goto(`${demo.url}/songs`)
  await loading.getByRole('button', { name: /^Dakota/ }).click()
  await loading.getByRole('link', { name: /Dakota in E/ }).click()
  await expect.poll(() => countDarkPixels(loading, 'Dakota in E, page 1 of 2')).toBeGreaterThan(500)

  await loading.goto(`${demo.url}/songs`)
  await loading.getByRole('link', { name: 'Recordings' }).click()
  await loading.getByRole('button', { name: 'Play Take 1' }).click()
  const place = loading.getByRole('slider', { name: 'Place in the recording' })
  await expect(place).toHaveAttribute('aria-valuetext', /^0:0[1-9] of 1:00$/)
})
