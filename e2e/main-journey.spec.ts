// The main journey in one test: invitation, sign-in, band, events, days away, conflict, calendar feed, and an ended session.

import ICAL from 'ical.js'
import type { BrowserContext, Page } from '@playwright/test'
import { addDays, formatDate, todayInLondon } from '@gaffer/domain/shared/dates'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { AppServer } from './app-server.ts'
import { waitForOverlayEntryRemoved } from './shell-steps.ts'

const founderPhone = '+447700900201'
const drummerPhone = '+447700900202'

// All days of the journey are within 15 days, so in this month or the next.
const practiceDay = addDays(todayInLondon(new Date()), 10)
const gigDay = addDays(todayInLondon(new Date()), 14)
const movedGigDay = addDays(gigDay, 1)

test('a founder creates a band and events, a drummer marks a day away, and the calendar feed shows the gig and the day away', async ({
  page,
  emptyServer,
  newContext,
  allowErrors,
}) => {
  // 401: requests after the last step has ended the session.
  allowErrors(/401/)
  await test.step('the founder opens the printed invitation and signs in by SMS', async () => {
    const link = /http:\S+\/invite\/(\S+)/.exec(emptyServer.readOutput())
    emptyServer.keepOutOfLogs(link?.[1] as string)
    await page.goto(link?.[0] as string)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You've Been Invited!")
    await page.getByRole('button', { name: 'Accept Invitation' }).click()
    await signInByForm(page, emptyServer, founderPhone, () => expectAccessible(page))
  })

  await test.step('the founder completes the profile and creates a band', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Profile')
    await expectAccessible(page)
    await completeProfile(page, 'Ros', 'Calder')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Your Band')
    await expect(page.locator('form')).toHaveText(
      /Band Name.*Description.*Display Name.*Role.*Band picture.*Your icon.*Colour: Multi-instrumentalist, grey/s,
    )
    await page.getByRole('button', { name: 'Create Band & Continue' }).click()
    await expect(page.getByText('Please enter a name for your band').first()).toBeVisible()
    await page.getByLabel('Band Name').fill('The Night Buses')
    await page.getByLabel('Display Name').fill('Ros')
    await page.getByText('Role, picture and icon').click()
    await page.getByText('Drummer', { exact: true }).click()
    // A role that was filled in by an icon changes with the icon.
    await page.getByText('Vocalist', { exact: true }).click()
    await expect(page.getByLabel('Role')).toHaveValue('Vocalist')
    await page.getByRole('button', { name: 'Create Band & Continue' }).click()
    await page.waitForURL('**/calendar')
    await expect(page.getByText('Welcome to your band!', { exact: true })).toBeVisible()
  })

  await test.step('the founder adds a practice and a public gig, and the month shows both', async () => {
    await addEvent(page, { date: practiceDay, place: ['Location', 'Old Chapel Rooms'], title: 'Run the set' })
    await addEvent(page, {
      type: 'Public Gig',
      date: gigDay,
      place: ['Venue', 'Brudenell Social Club'],
      title: 'Album launch',
    })
    await showMonthOf(page, practiceDay)
    await expect(dayCell(page, practiceDay)).toContainText('Run the set')
    await showMonthOf(page, gigDay)
    await expect(dayCell(page, gigDay)).toContainText('Album launch')
  })

  const drummer = await newContext()
  const drummersPage = await drummer.newPage()
  await test.step('a drummer joins by the band’s link and is away on the day after the gig', async () => {
    await drummersPage.goto(await createGeneralLink(page, emptyServer))
    await expect(drummersPage.getByText('The Night Buses').first()).toBeVisible()
    await drummersPage.getByRole('button', { name: 'Accept Invitation' }).click()
    await signInByForm(drummersPage, emptyServer, drummerPhone)
    await completeProfile(drummersPage, 'Danny', 'Firth')
    await drummersPage.goto(`${emptyServer.url}/calendar`)
    await addDayAway(drummersPage, movedGigDay)
  })

  await test.step('when the gig is moved to a day on which the drummer is away, the form names the drummer', async () => {
    await page.reload()
    await openEntry(page, gigDay, 'Album launch')
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit event' })
    await form.getByLabel('Date', { exact: true }).fill(formatDate(movedGigDay))
    await expect(form.getByText(/Away: Danny/)).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Event updated successfully', { exact: true })).toBeVisible()
    await expect(dayCell(page, movedGigDay)).toContainText('Album launch')
  })

  await test.step('other members cannot edit the drummer’s days away', async () => {
    await openEntry(page, movedGigDay, 'Danny')
    await expect(page.getByText('Only Danny can edit this unavailability')).toBeVisible()
    // Closes the dialog by its button: Escape would first close the last toast.
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a calendar program reads the band’s feed', async () => {
    const entries = await readFeed(page.context(), emptyServer)
    const gig = entries.find(({ summary }) => summary.includes('Album launch'))
    expect(gig).toMatchObject({ start: `${movedGigDay}T19:00:00`, location: 'Brudenell Social Club' })
    expect(entries.some(({ summary }) => summary.includes('Danny'))).toBe(true)
  })

  await test.step('deleting an event needs a confirmation', async () => {
    await openEntry(page, movedGigDay, 'Album launch')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByText('Are you sure you want to delete this event?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('The event has been removed from your calendar', { exact: true })).toBeVisible()
    await expect(dayCell(page, movedGigDay)).not.toContainText('Album launch')
  })

  await test.step('after a session was ended on another device, signing in offers the unsaved event again', async () => {
    await page.getByRole('button', { name: 'Add a practice today' }).click()
    const form = page.getByRole('dialog', { name: 'New event' })
    await form.getByLabel('Title').fill('Half written')
    await endSession(page, emptyServer)
    await expect(page).toHaveURL(`${emptyServer.url}/login`)
    await expect(
      page.getByText('You have been signed out. Sign in again to get back what you were typing.'),
    ).toBeVisible()
    await signInByForm(page, emptyServer, founderPhone)
    await expect(page).toHaveURL(/\/calendar(\?month=[-\d]+)?$/)
    await expect(page.getByText("Your event wasn't saved. Continue?")).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('button', { name: 'Continue' }).click()
    await expect(form.getByLabel('Title')).toHaveValue('Half written')
    await form.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await waitForOverlayEntryRemoved(page)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Add a practice today' })).toBeVisible()
    await expect(page.getByText("Your event wasn't saved. Continue?")).toHaveCount(0)
  })
})

/** Ends the session through the API, as another device does. The live stream reports it to the page. */
async function endSession(page: Page, emptyServer: AppServer): Promise<void> {
  const sessions = (await (await page.request.get(`${emptyServer.url}/api/me/sessions`)).json()) as {
    id: string
    current: boolean
  }[]
  const id = sessions.find(({ current }) => current)?.id
  expect((await page.request.delete(`${emptyServer.url}/api/me/sessions/${id}`)).status()).toBe(204)
}

/** `checkStep` is called with the empty form, and with the code field. */
async function signInByForm(
  page: Page,
  server: AppServer,
  phone: string,
  checkStep: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.waitForURL('**/login**')
  await expect(page.getByLabel('Mobile number')).toBeVisible()
  await checkStep()
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(page.getByText('Please enter your phone number to continue').first()).toBeVisible()
  await page.getByLabel('Mobile number').fill(`0${phone.slice(3)}`)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect(page.getByText(/We sent a code to/)).toBeVisible()
  await checkStep()
  await page.getByLabel('Verification code').fill(await server.codeTo(phone))
  await page.waitForURL(/profile|dashboard|onboarding|calendar/)
  for (const { value } of await page.context().cookies()) server.keepOutOfLogs(value)
}

async function completeProfile(page: Page, firstName: string, lastName: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete Your Profile')
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Display name').fill(firstName)
  await page
    .locator('form')
    .getByRole('button', { name: /save|continue/i })
    .click()
  await page.waitForURL(/dashboard|onboarding/)
}

type Booking = { type?: string; date: string; place: [field: string, value: string]; title: string }

async function addEvent(page: Page, { type, date, place, title }: Booking): Promise<void> {
  await page.getByRole('button', { name: /add/i }).last().click()
  const form = page.getByRole('dialog', { name: 'New event' })
  if (type) await chooseEventType(page, type)
  await form.getByLabel('Date', { exact: true }).fill(formatDate(date))
  await form.getByRole('button', { name: 'Choose start time' }).click()
  await form.getByRole('button', { name: 'Add event' }).click()
  await expect(
    form.getByText(place[0] === 'Venue' ? /Venue is required/ : /Location is required/).first(),
  ).toBeVisible()
  await form.getByLabel(place[0], { exact: true }).fill(place[1])
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Add event' }).click()
  await expect(page.getByText('Event created successfully', { exact: true })).toBeVisible()
  await expect(form).toBeHidden()
}

async function chooseEventType(page: Page, type: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: type, exact: true }).click()
}

async function addDayAway(page: Page, date: string): Promise<void> {
  await page.getByRole('button', { name: /add/i }).last().click()
  await chooseEventType(page, 'Unavailable')
  const form = page.getByRole('dialog')
  const day = form.locator(`[data-date="${date}"]`)
  const first = form.locator('[data-date]').first()
  await expect(first).toBeVisible()
  while ((await day.count()) === 0) {
    const shown = await first.getAttribute('data-date')
    await form.getByRole('button', { name: 'Next month' }).click()
    await expect(first).not.toHaveAttribute('data-date', shown ?? '')
  }
  await day.click()
  await form.getByRole('button', { name: 'Save days away' }).click()
  await expect(page.getByText('Event created successfully', { exact: true })).toBeVisible()
}

const dayCell = (page: Page, date: string) => page.locator(`main [role=gridcell][data-date="${date}"]`)

async function showMonthOf(page: Page, date: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 2 }).first()
  await expect(page.locator('main [role=gridcell]').first()).toBeVisible()
  while (!(await dayCell(page, date).count())) {
    const shown = (await heading.textContent()) ?? ''
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(heading).not.toHaveText(shown)
  }
}

/** Opens the day's list with Enter, and then the event. */
async function openEntry(page: Page, date: string, name: string): Promise<void> {
  await showMonthOf(page, date)
  await dayCell(page, date).click()
  await dayCell(page, date).press('Enter')
  await page
    .getByRole('button', { name: new RegExp(name) })
    .last()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function createGeneralLink(page: Page, emptyServer: AppServer): Promise<string> {
  const { bands } = (await (await page.request.get(`${emptyServer.url}/api/me`)).json()) as {
    bands: { bandId: string }[]
  }
  const response = await page.request.post(`${emptyServer.url}/api/bands/${bands[0]?.bandId}/invites/general`)
  const { inviteLink } = (await response.json()) as { inviteLink: string }
  emptyServer.keepOutOfLogs(inviteLink.split('/invite/')[1] as string)
  return inviteLink
}

async function readFeed(context: BrowserContext, emptyServer: AppServer) {
  const { bands } = (await (await context.request.get(`${emptyServer.url}/api/me`)).json()) as {
    bands: { bandId: string }[]
  }
  const response = await context.request.get(`${emptyServer.url}/api/bands/${bands[0]?.bandId}/calendar/url`)
  const { urls } = (await response.json()) as { urls: { full: string } }
  emptyServer.keepOutOfLogs(urls.full.split('/feeds/')[1] as string)
  const text = await (await fetch(urls.full)).text()
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return { summary: event.summary, start: event.startDate.toString(), location: event.location }
  })
}
