// Answers to a gig, and a gig pencilled on three dates of which one is confirmed.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { formatDate } from '@gaffer/domain/shared/dates'
import type { Page } from '@playwright/test'
import { fullChromiumOptions } from './browsers.ts'
import {
  dateCell,
  dateInEmptyMonth,
  isPhoneViewport,
  joinBandAs,
  joinBandAsKit,
  magsPhone,
  createAndSelectBand,
  openEventDialog,
  openEmptyMonth,
} from './calendar-steps.ts'
import { expect, selectBandIn, test } from './fixtures.ts'

// Uses the whole browser: after the first answer the page offers notifications, which the headless shell lacks.
test.use({ launchOptions: fullChromiumOptions })

const gig = {
  type: 'public_gig',
  title: 'At the Fenton',
  venue: 'The Fenton, Leeds',
  startTime: '20:00',
  endTime: '23:00',
}
const radio = (page: Page, name: string) => page.getByRole('radio', { name })
const answers = (page: Page, group: string) => page.getByRole('region', { name: group, exact: true })

test(
  'members answer a gig on its page, in the calendar and through an owner, and a cancelled gig cannot be answered',
  { tag: '@desk' },
  async ({ page, demo, newContext }) => {
    const band = await createAndSelectBand(page, demo)
    const kits = await newContext()
    await joinBandAsKit(kits, demo, band)
    await joinBandAs(magsPhone, await newContext(), demo, band)
    const { id } = await band.api<CalendarEntry>('post', `/api/bands/${band.id}/events`, {
      ...gig,
      date: dateInEmptyMonth(18),
    })

    await page.goto(`${demo.url}/bands/${band.id}/events/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: gig.title })).toBeVisible()
    await expect(answers(page, '3 to answer')).toContainText('Mags')
    await radio(page, 'Yes').check()
    await expect(answers(page, '1 yes')).toContainText('Ros')
    // The toast that offers push messages covers the menu on a phone.
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Answer for Mags' }).click()
    await page.getByRole('menuitem', { name: 'Maybe' }).click()
    await expect(answers(page, '1 maybe')).toContainText('set by you')
    await expect(page.getByRole('button', { name: 'Remind 1 member' })).toBeVisible()

    const kitsPage = await kits.newPage()
    await selectBandIn(kitsPage, band.id)
    await openEmptyMonth(kitsPage, demo)
    const details = await openEventDialog(
      kitsPage,
      dateInEmptyMonth(18),
      /At the Fenton.*1 yes · 1 maybe · 1 to answer.*Answer/,
    )
    await details.getByRole('radio', { name: 'No' }).check()
    await details.getByRole('button', { name: 'Add a comment' }).click()
    await details.getByLabel('Comment').fill('Family do')
    await details.getByRole('button', { name: 'Save' }).click()
    await expect(details.getByText('Kit said no')).toBeVisible()
    await expect(answers(page, '1 no')).toContainText('Family do')

    await page.getByRole('button', { name: 'Cancel event' }).click()
    const question = page.getByRole('alertdialog', { name: 'Cancel At the Fenton?' })
    await expect(question).toContainText('Everybody who can see it will be told.')
    await question.getByRole('button', { name: 'Cancel event' }).click()
    await expect(page.getByText('This event is cancelled')).toBeVisible()
    await expect(radio(page, 'Yes')).toBeDisabled()
    await expect(page.getByText('Status: confirmed → cancelled')).toBeVisible()
    await expect(details.getByText('Cancelled', { exact: true })).toBeVisible()
    await details.getByRole('link', { name: 'Open page' }).click()
    await expect(kitsPage).toHaveURL(`${demo.url}/bands/${band.id}/events/${id}`)
    await expect(kitsPage.getByRole('heading', { level: 1, name: gig.title })).toBeVisible()
  },
)

test(
  'confirming one of three pencilled dates cancels the others, and the page of an unknown event says that it is not here any more',
  { tag: '@desk' },
  async ({ page, demo, allowErrors }) => {
    allowErrors(/status of 404/)
    const band = await createAndSelectBand(page, demo)
    const dates = [dateInEmptyMonth(5), dateInEmptyMonth(12), dateInEmptyMonth(19)]
    await band.api('post', `/api/bands/${band.id}/event-options`, { event: gig, dates })
    await openEmptyMonth(page, demo)
    await expect(dateCell(page, dateInEmptyMonth(12))).toContainText('At the Fenton, Pencilled, Option 2 of 3')
    const details = await openEventDialog(page, dateInEmptyMonth(12), /Pencilled · Option 2 of 3/)
    await details.getByRole('button', { name: 'Confirm event' }).click()
    const question = page.getByRole('alertdialog', {
      name: `Confirm At the Fenton on ${formatDate(dateInEmptyMonth(12))}?`,
    })
    await expect(question).toContainText('The other 2 options will be cancelled.')
    await question.getByRole('button', { name: 'Confirm event' }).click()
    await expect(details.getByRole('button', { name: 'Pencil' })).toBeVisible()
    await details.getByRole('button', { name: 'Close' }).click()
    if (!isPhoneViewport(page)) await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(dateCell(page, dateInEmptyMonth(5))).toContainText('At the Fenton, Cancelled')
    await expect(dateCell(page, dateInEmptyMonth(19))).toContainText('At the Fenton, Cancelled')
    await expect(dateCell(page, dateInEmptyMonth(12))).toContainText('At the Fenton, Option 2 of 3')

    await page.goto(`${demo.url}/bands/${band.id}/events/01890000-0000-7000-8000-000000000000`)
    await expect(page.getByText('This event is not here any more')).toBeVisible()
    await page.goto(
      `${demo.url}/bands/01890000-0000-7000-8000-000000000000/events/01890000-0000-7000-8000-000000000000`,
    )
    await expect(page.getByText('You are not in this band')).toBeVisible()
  },
)
