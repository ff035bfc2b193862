// Deps: a drummer who says No, texts to stand-ins, their links, and what the band sees.

import type { BrowserContext, Page } from '@playwright/test'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { expectAccessible } from './axe.ts'
import { startAppServer, type AppServer } from './app-server.ts'
import { addPdfChart, countDarkPixels } from './chart-steps.ts'
import { expect, selectDemoBand, signIn, test } from './fixtures.ts'
import { dannyPhone, rosPhone, waitForOverlayEntryRemoved } from './shell-steps.ts'
import { createBandWithSongs } from './songs-steps.ts'
import { createTextPdf } from './text-pdf.ts'

const [tom, jo, ali] = [
  { name: 'Tom', phone: '+447700900801' },
  { name: 'Jo', phone: '+447700900802' },
  { name: 'Ali', phone: '+447700900803' },
] as const

let server: AppServer
test.beforeAll(async () => {
  server = await startAppServer('demo', { NOTICE_QUIET_HOURS: 'off', NOTICE_SETTLE_SECONDS: '0' })
})
test.afterAll(() => server.stop())

/** Waits until the number has got `count` links by text. Returns all of its links, the newest first. */
async function waitForLinksTo(phone: string, count = 1): Promise<string[]> {
  server.keepOutOfLogs(phone)
  let links: string[] = []
  await expect(async () => {
    const inbox = await fetch(`${server.url}/dev/inbox?format=json&to=${encodeURIComponent(phone)}`)
    const texts = (await inbox.json()) as { text: string }[]
    links = texts.flatMap(({ text }) => /\S+\/dep\/\S+$/.exec(text)?.[0] ?? [])
    expect(links.length).toBeGreaterThanOrEqual(count)
  }).toPass()
  for (const link of links) server.keepOutOfLogs(link.split('/').at(-1) as string)
  return links
}

/** Adds a gig to which the drummer says No. Returns the addresses of its page and its API, and leaves Ros signed in. */
async function addGigWithoutDrummer(page: Page, title: string): Promise<{ path: string; api: string }> {
  const context = page.context()
  await signIn(context, server, dannyPhone)
  const { bands } = await (await context.request.get(`${server.url}/api/me`)).json()
  const { bandId, id: membershipId } = bands[0]
  const api = `${server.url}/api/bands/${bandId}`
  const date = addDays(todayInLondon(new Date()), 40)
  const gig = { type: 'gig', title, date, startTime: '20:00', location: 'The Fenton' }
  const { id } = (await (await context.request.post(`${api}/events`, { data: gig })).json()) as CalendarEntry
  await context.request.put(`${api}/events/${id}/answers/${membershipId}`, { data: { answer: 'no' } })
  await context.clearCookies()
  await signIn(context, server, rosPhone)
  await selectDemoBand(context, server)
  return { path: `${server.url}/bands/${bandId}/events/${id}`, api: `${api}/events/${id}` }
}

const openAsGuest = async (context: BrowserContext, link: string) => {
  const page = await context.newPage()
  await page.goto(link)
  return page
}

test('deps are asked one by one until the second says Yes by the link, and that dep is asked again after the gig moved', async ({
  context: guests,
  newContext,
  allowErrors,
}) => {
  allowErrors(/status of 404/)
  const page = await (await newContext()).newPage()
  const { path, api } = await addGigWithoutDrummer(page, 'Friday at the Fenton')
  await page.goto(path)
  await expect(page.getByText('Danny said no')).toBeVisible()
  await page.getByRole('button', { name: 'Find a dep' }).click()
  for (const { name, phone } of [tom, jo, ali]) {
    await page.getByRole('button', { name: 'Add a dep' }).click()
    const form = page.getByRole('dialog', { name: 'Add a dep' })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('UK mobile').fill(phone)
    await form.getByLabel('Instrument').fill('drums')
    await form.getByRole('button', { name: 'Add to dep book' }).click()
    await expect(form).toHaveCount(0)
    // Waits for the new row, which moves the button beneath it.
    await expect(page.getByText(name).first()).toBeVisible()
  }
  await page.getByLabel('Fee in pounds').fill('120')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ask 3 deps' }).click()
  const request = page.getByRole('article')
  await expect(request.getByRole('listitem')).toContainText(['Asked', 'Not asked yet', 'Not asked yet'])

  const [linkOfTom = ''] = await waitForLinksTo(tom.phone)
  const first = await openAsGuest(guests, linkOfTom)
  await expect(first.getByText('Ros of The Night Buses asks: can you play drums?')).toBeVisible()
  await expect(first.getByText('£120 offered')).toBeVisible()
  await first.getByRole('button', { name: 'No', exact: true }).click()
  await expect(first.getByRole('heading', { level: 1 })).toHaveText('You said No. Thanks for answering!')
  await first.getByRole('button', { name: 'Delete me from this dep book' }).click()
  await first.getByRole('button', { name: 'Delete me', exact: true }).click()
  await expect(first.getByRole('heading', { level: 1 })).toHaveText('You are deleted from their dep book')
  await waitForOverlayEntryRemoved(first)
  await first.reload()
  await expect(first.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')

  const [linkOfJo = ''] = await waitForLinksTo(jo.phone)
  const second = await openAsGuest(guests, linkOfJo)
  await second.getByRole('button', { name: 'Yes' }).click()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('You’re playing. Thank you!')
  await expectAccessible(second)
  const file = await guests.request.get(`${linkOfJo}.ics`)
  expect(await file.text()).toContain('SUMMARY:The Night Buses: Friday at the Fenton')

  // The band's page shows the dep without a reload.
  await expect(page.getByRole('article', { name: 'Jo plays drums' })).toBeVisible()
  await expect(page.getByRole('region', { name: '1 dep' })).toContainText('Jo (dep, drums)')
  await expect(page.getByText('Danny (covered by Jo) said no')).toBeVisible()
  expect(
    await fetch(`${server.url}/dev/inbox?format=json&to=${encodeURIComponent(ali.phone)}`).then((r) => r.json()),
  ).toEqual([])

  const { version } = (await (await page.request.get(api)).json()) as CalendarEntry
  const moved = await page.request.patch(api, { data: { startTime: '21:00' }, headers: { 'if-match': `"${version}"` } })
  expect(moved.status()).toBe(200)
  await waitForLinksTo(jo.phone, 2)
  await second.reload()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('The gig has changed. Can you still play?')
  await expect(request.getByText('Yes before the change, asked again')).toBeVisible()
  await second.getByRole('button', { name: 'Yes' }).click()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('You’re playing. Thank you!')
  await expect(request.getByText('Yes before the change, asked again')).toHaveCount(0)
})

test('if two deps are asked at once and both say Yes, exactly one plays, and the link of the other says that the gig is covered', async ({
  context: guests,
  newContext,
  allowErrors,
}) => {
  allowErrors(/status of 409/)
  const page = await (await newContext()).newPage()
  const { path, api } = await addGigWithoutDrummer(page, 'Saturday at the Fenton')
  const deps = api.replace(/\/events\/.*/, '/deps')
  for (const { name, phone } of [
    { name: 'Eve', phone: '+447700900804' },
    { name: 'Max', phone: '+447700900805' },
  ]) {
    await page.request.post(deps, { data: { name, phone, instrument: 'drums' } })
  }
  await page.goto(path)
  await page.getByRole('button', { name: 'Find a dep' }).click()
  for (const name of [/^Eve/, /^Max/]) await page.getByRole('button', { name }).click()
  await page.getByText('All at once').click()
  await page.getByRole('button', { name: 'Ask 2 deps' }).click()

  const links = [await waitForLinksTo('+447700900804'), await waitForLinksTo('+447700900805')]
  const asked = await Promise.all(links.map(([link = '']) => openAsGuest(guests, link)))
  const yes = asked.map((guest) => guest.getByRole('button', { name: 'Yes' }))
  for (const button of yes) await expect(button).toBeVisible()
  await Promise.all(yes.map((button) => button.click()))
  const titles = asked.map((guest) => guest.getByRole('heading', { level: 1 }))
  for (const title of titles) await expect(title).not.toHaveText('Can you play?')
  const read = await Promise.all(titles.map((title) => title.textContent()))
  expect(read.toSorted()).toEqual(['Thanks, it’s covered', 'You’re playing. Thank you!'])
  const winner = read[0]?.startsWith('You') ? 'Eve' : 'Max'
  await expect(page.getByRole('article', { name: `${winner} plays drums` })).toBeVisible()

  await page.getByRole('button', { name: `Release ${winner}` }).click()
  const question = page.getByRole('alertdialog', { name: `Release ${winner}?` })
  await question.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByRole('article', { name: `${winner} was released` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Find a dep' })).toBeVisible()
})

test('a dep who plays reads a PDF of the set list in the viewer of the link’s page, and downloads it', async ({
  page,
  newContext,
}) => {
  const band = await createBandWithSongs(page, server, ['Dakota'])
  const [songId = ''] = band.songs
  await addPdfChart(page, server, { bandId: band.id, songId }, 'Dakota in E', createTextPdf(['Intro', 'Chorus']))
  const setlist = await band.api<{ id: string }>('post', `/api/bands/${band.id}/setlists`, {
    name: 'Friday',
    items: [{ songId }],
  })
  const gig = await band.api<{ id: string }>('post', `/api/bands/${band.id}/events`, {
    type: 'public_gig',
    date: addDays(todayInLondon(new Date()), 3),
    startTime: '20:00',
    venue: 'The Adelphi',
    setlistId: setlist.id,
  })
  const phone = '+447700900806'
  const { id: depId } = await band.api<{ id: string }>('post', `/api/bands/${band.id}/deps`, {
    name: 'Tom',
    phone,
    instrument: 'drums',
  })
  await band.api('post', `/api/bands/${band.id}/events/${gig.id}/dep-requests`, {
    depIds: [depId],
    mode: 'all',
    instrument: 'drums',
  })
  const [link = ''] = await waitForLinksTo(phone)

  const guest = await (await newContext()).newPage()
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Yes', exact: true }).click()
  await guest.getByRole('button', { name: 'Dakota in E (PDF, 2 pages)' }).click()
  const viewer = guest.getByRole('dialog', { name: 'Dakota in E' })
  await expect.poll(() => countDarkPixels(guest, 'Dakota in E, page 1 of 2')).toBeGreaterThan(200)
  await expectAccessible(guest)
  await viewer.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => countDarkPixels(guest, 'Dakota in E, page 2 of 2')).toBeGreaterThan(200)
  const download = guest.waitForEvent('download')
  await viewer.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('Dakota in E.pdf')
  await guest.goBack()
  await expect(viewer).toBeHidden()
  await expect(guest.getByRole('button', { name: 'Dakota in E (PDF, 2 pages)' })).toBeFocused()
})
