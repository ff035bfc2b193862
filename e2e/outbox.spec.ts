// Changes made without a network: they survive a reload, are sent once, and ask the member after a conflicting edit.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { EventHistoryEntry } from '@gaffer/domain/events/event-history'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import type { AppServer } from './app-server.ts'
import { dateInEmptyMonth, joinBandAsKit, createAndSelectBand } from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'
import { waitForServiceWorker } from './shell-steps.ts'

test.use({ serviceWorkers: 'allow' })

const gig = { type: 'public_gig', title: 'At the Fenton', venue: 'The Fenton', startTime: '20:00', endTime: '23:00' }
const waitingCount = (page: Page) => page.getByText(/^\d+ changes? waiting to send$/)
const waitingMark = (page: Page) => page.getByText('Waiting to send', { exact: true })
const banner = (page: Page) => page.getByText('No connection', { exact: true })
const radio = (page: Page, name: string) => page.getByRole('radio', { name })

/** Creates a band with a gig and a song, and reads their pages, so that the browser stores the data. */
async function readBand(page: Page, demo: AppServer) {
  const band = await createAndSelectBand(page, demo)
  const path = `/api/bands/${band.id}`
  const event = await band.api<CalendarEntry>('post', `${path}/events`, { ...gig, date: dateInEmptyMonth(18) })
  await band.api('post', `${path}/songs`, { title: 'Opener', artist: 'Us' })
  await page.goto(`${demo.url}/songs`)
  await waitForServiceWorker(page)
  await page.goto(`${demo.url}/songs`)
  await expect(page.getByText('Opener').first()).toBeVisible()
  const eventPage = `${demo.url}/bands/${band.id}/events/${event.id}`
  await page.goto(eventPage)
  await expect(radio(page, 'Yes')).toBeVisible()
  await page.waitForLoadState('networkidle')
  return { band, event, eventPage, path: `${path}/events/${event.id}` }
}

async function editNotes(page: Page, notes: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit event' })
  await form.getByLabel('Notes').fill(notes)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

/** Returns a function that lists the writes of band data to which the server has responded so far. */
function recordWrites(context: BrowserContext): () => string[] {
  const writes: string[] = []
  context.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/api/bands/')) {
      writes.push(`${request.method()} ${pathname.split('/').at(-2)}`)
    }
  })
  return () => writes
}

test('changes made offline are marked and counted, survive a reload, and are sent once and in order when the network is back', async ({
  page,
  demo,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const { band, path } = await readBand(page, demo)
  await context.setOffline(true)
  await expect(banner(page)).toBeVisible()
  await radio(page, 'Yes').check()
  await expect(waitingMark(page)).toBeVisible()
  await editNotes(page, 'Bring the lights')
  await editNotes(page, 'Bring the lights and the rug')
  await expect(waitingCount(page)).toHaveText('3 changes waiting to send')
  await expectAccessible(page)

  await page.reload()
  await expect(waitingCount(page)).toHaveText('3 changes waiting to send')
  await expect(radio(page, 'Yes')).toBeChecked()
  await expect(page.getByText('Bring the lights and the rug')).toBeVisible()
  await page.goto(`${demo.url}/songs`)
  const opener = page.getByRole('listitem').filter({ hasText: 'Opener' })
  const readHeight = async () => (await opener.boundingBox())?.height
  const height = await readHeight()
  await page.getByRole('button', { name: 'Your readiness for Opener: Not Ready' }).click()
  await expect(opener).toContainText('Waiting to send')
  // A row that grows would move the next button away from the finger.
  expect(await readHeight()).toBe(height)
  await expect(waitingCount(page)).toHaveText('4 changes waiting to send')

  // Signing out would delete the waiting changes.
  await page.getByRole('button', { name: /Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  const question = page.getByRole('alertdialog', { name: '4 changes not sent yet' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()

  const writes = recordWrites(context)
  await context.setOffline(false)
  await expect(banner(page)).toBeHidden()
  await expect.poll(writes).toHaveLength(4)
  await expect(waitingMark(page)).toBeHidden()
  expect(writes()).toEqual(['PUT answers', 'PATCH events', 'PATCH events', expect.stringMatching(/^POST /)])
  const event = await band.api<CalendarEntry>('get', path)
  expect([event.myAnswer, event.notes, event.version]).toEqual(['yes', 'Bring the lights and the rug', 3])
  const history = await band.api<EventHistoryEntry[]>('get', `${path}/history`)
  const notes = history.flatMap(({ fields }) => fields.filter(({ field }) => field === 'notes').map(({ to }) => to))
  expect(notes).toEqual(['Bring the lights and the rug', 'Bring the lights'])
})

test('an offline edit of a field that another member edited too asks which value to keep, and Keep mine leaves the edits of that member to other fields', async ({
  page,
  demo,
  context,
  newContext,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|412/)
  const { band, event, path } = await readBand(page, demo)
  const apiAsKit = await joinBandAsKit(await newContext(), demo, band)
  await context.setOffline(true)
  await expect(banner(page)).toBeVisible()
  await editNotes(page, 'Ros: load in at five')
  await apiAsKit('patch', path, { notes: 'Kit: load in at six', venue: 'The Adelphi' })

  await context.setOffline(false)
  const dialog = page.getByRole('dialog', { name: 'At the Fenton was changed in the meantime' })
  await expect(dialog).toContainText('Kit saved this event while you had no connection')
  await expect(dialog).toContainText('Theirs: Kit: load in at six')
  await expect(dialog).toContainText('Yours: Ros: load in at five')
  await expectAccessible(page)
  // A closed question leaves the edit waiting, and a banner asks again.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Your changes to At the Fenton: not saved yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Choose' }).click()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(() => band.api<CalendarEntry>('get', path))
    .toMatchObject({
      id: event.id,
      notes: 'Ros: load in at five',
      venue: 'The Adelphi',
    })
  await expect(page.getByText('The Adelphi', { exact: true })).toBeVisible()
})

test('a Background Sync event sends waiting changes with all pages closed, and the next page reports a change to a deleted event', async ({
  page,
  demo,
  context,
  allowErrors,
}) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|404/)
  const { band, eventPage, path } = await readBand(page, demo)
  await context.setOffline(true)
  await expect(banner(page)).toBeVisible()
  await radio(page, 'Maybe').check()
  await expect(waitingCount(page)).toHaveText('1 change waiting to send')
  const closing = await context.newPage()
  await page.close()
  await context.setOffline(false)
  await dispatchSync(closing, demo)
  await expect.poll(async () => (await band.api<CalendarEntry>('get', path)).myAnswer).toBe('maybe')

  await closing.goto(eventPage)
  await expect(radio(closing, 'Maybe')).toBeChecked()
  await closing.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(banner(closing)).toBeVisible()
  await radio(closing, 'No').check()
  await expect(waitingCount(closing)).toBeVisible()
  await band.api('delete', path)
  await context.setOffline(false)
  const said = closing.getByRole('dialog', { name: 'A change was not sent' })
  await expect(said).toContainText('Your answer to At the Fenton: it has been deleted')
  await said.getByRole('button', { name: 'OK' }).click()
  await expect(said).toBeHidden()
})

async function dispatchSync(page: Page, { url }: AppServer): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${url}/` && !isDeleted)
      if (own) resolve(own.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: url,
    registrationId: await registration,
    tag: 'gaffer-outbox',
    lastChance: false,
  })
}
