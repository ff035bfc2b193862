// Double taps on every control that deletes: the second tap lands on the confirm button and deletes nothing.

import type { Locator, Page } from '@playwright/test'
import { formatDate } from '@gaffer/domain/shared/dates'
import {
  openNewEventForm,
  dateInEmptyMonth,
  joinBandAsKit,
  createAndSelectBand,
  openEventDialog,
  openEmptyMonth,
} from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'
import { waitForOverlayEntryRemoved } from './shell-steps.ts'

/** Delays of the ignored taps after the dialog opened, by the page's fake clock. */
const ignoredMs = [100, 300, 450]

/** The centre of an element, after its sheet's animation has ended. */
async function findCentre(target: Locator): Promise<[x: number, y: number]> {
  await target.scrollIntoViewIfNeeded()
  await target.evaluate(async (element) => {
    const sheet = element.closest('[data-sheet]')
    await Promise.all(sheet?.getAnimations().map(({ finished }) => finished) ?? [])
  })
  const box = await target.boundingBox()
  if (!box) throw new Error(`${target} is not visible`)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/**
 * Taps `opener`, then `confirmButton` 100, 300 and 450 ms later: `question` stays visible and no request is sent. Taps
 * `confirmButton` once more at 500 ms, unless `andThen` is 'nothing'.
 */
async function expectTapsIgnored(
  page: Page,
  { opener, confirmButton, question, andThen = 'delete' }: DialogToConfirm & { andThen?: 'delete' | 'nothing' },
): Promise<void> {
  const sent: string[] = []
  const recordRequest = (request: { method(): string; url(): string }) => {
    if (request.method() !== 'GET' && !request.url().endsWith('/check-conflicts'))
      sent.push(`${request.method()} ${request.url()}`)
  }
  page.on('request', recordRequest)
  // Waits for the opener before it pauses the clock: afterwards no response is rendered.
  await expect(opener).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  // A locator taps where the opener is now: an earlier response may have moved it.
  await opener.tap()
  await expect(question).toBeVisible()
  const place = await findCentre(confirmButton)
  let at = 0
  for (const ms of ignoredMs) {
    await page.clock.runFor(ms - at)
    at = ms
    await page.touchscreen.tap(...place)
    await expect(question).toBeVisible()
    expect(sent).toEqual([])
  }
  page.off('request', recordRequest)
  await page.clock.runFor(500 - at)
  if (andThen === 'delete') await page.touchscreen.tap(...place)
  await page.clock.resume()
  if (andThen === 'nothing') return
  await expect(question).toBeHidden()
  await waitForOverlayEntryRemoved(page)
}
type DialogToConfirm = { opener: Locator; confirmButton: Locator; question: Locator }

const confirmation = (page: Page, opener: Locator, name: string): DialogToConfirm => {
  const question = page.getByRole('alertdialog')
  return { opener, confirmButton: question.getByRole('button', { name }), question }
}

test('a double tap in the calendar deletes, cancels and discards nothing; a tap after 500 ms deletes the event, and Undo restores it', async ({
  page,
  demo,
}) => {
  const { id, api } = await createAndSelectBand(page, demo)
  const practice = { type: 'practice', date: dateInEmptyMonth(20), title: 'First half', location: 'Unit 4' }
  await api('post', `/api/bands/${id}/events`, practice)
  await page.clock.install()
  await openEmptyMonth(page, demo)
  const readTitles = async () =>
    (
      await api<{ title: string | null; type: string }[]>(
        'get',
        `/api/bands/${id}/events?startDate=${dateInEmptyMonth(1)}&endDate=${dateInEmptyMonth(28)}`,
      )
    ).map(({ title, type }) => title ?? type)

  const details = await openEventDialog(page, dateInEmptyMonth(20), /First half/)
  await expectTapsIgnored(page, {
    opener: details.getByRole('button', { name: 'Delete' }),
    confirmButton: details.getByRole('button', { name: 'Confirm' }),
    question: details.getByText('Are you sure you want to delete this event?'),
  })
  await expect(page.getByText(`First half on ${formatDate(dateInEmptyMonth(20))}`, { exact: true })).toBeVisible()
  expect(await readTitles()).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Event restored', { exact: true })).toBeVisible()
  expect(await readTitles()).toEqual(['First half'])

  const form = await openNewEventForm(page, dateInEmptyMonth(20))
  await form.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Unavailable' }).click()
  await form.getByLabel('Title').fill('Hull')
  const discard = confirmation(page, form.getByRole('button', { name: 'Close' }), 'Discard')
  await expectTapsIgnored(page, { ...discard, andThen: 'nothing' })
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expectTapsIgnored(
    page,
    confirmation(page, form.getByRole('button', { name: 'Save days away' }), 'Cancel event'),
  )
  await expect(
    page.getByText(`Event deleted successfully: First half on ${formatDate(dateInEmptyMonth(20))}`, { exact: true }),
  ).toBeVisible()
  expect(await readTitles()).toEqual(['Hull'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Event restored', { exact: true })).toBeVisible()
  expect((await readTitles()).toSorted()).toEqual(['First half', 'Hull'])
})

test('a double tap removes no song, member, invitation, device or account; a tap after 500 ms removes the song, the member and the invitation and signs out the device', async ({
  page,
  demo,
  newContext,
  allowErrors,
}) => {
  // The second device below is fabricated: signing it out returns 404.
  allowErrors(/status of 404/)
  const band = await createAndSelectBand(page, demo)
  await joinBandAsKit(await newContext(), demo, band)
  await band.api('post', `/api/bands/${band.id}/songs`, { title: 'Dakota', artist: 'Stereophonics' })
  await band.api('post', `/api/bands/${band.id}/invites/phone`, { phone: '+447700900333' })
  await page.clock.install()

  await page.goto(`${demo.url}/songs`)
  await page.getByRole('heading', { name: 'Dakota' }).getByRole('button').click()
  await expectTapsIgnored(page, confirmation(page, page.getByRole('button', { name: 'Remove' }), 'Remove'))
  await expect(page.getByText('No songs yet')).toBeVisible()

  await page.goto(`${demo.url}/admin?tab=members`)
  await expectTapsIgnored(page, confirmation(page, page.getByRole('button', { name: 'Revoke 07700 900333' }), 'Revoke'))
  await expect(page.getByText('Invitation revoked', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revoke 07700 900333' })).toHaveCount(0)
  await expectTapsIgnored(page, confirmation(page, page.getByRole('button', { name: 'Remove Kit' }), 'Remove'))
  await expect(page.getByText('Band member removed successfully', { exact: true })).toBeVisible()

  await page.route('**/api/me/sessions', async (route) => {
    const [own] = (await (await route.fetch()).json()) as object[]
    const lost = { id: '01890000-0000-7000-8000-000000000000', device: 'Chrome on Android', current: false }
    await route.fulfill({ json: [own, { ...own, ...lost }] })
  })
  await page.goto(`${demo.url}/profile`)
  await expectTapsIgnored(
    page,
    confirmation(page, page.getByRole('button', { name: /^Sign out Chrome on Android/ }), 'Sign out'),
  )
  await expect(page.getByText('Chrome on Android is signed out', { exact: true })).toBeVisible()
  // A new load removes the toast, which covers the end of the page, and reads the list of devices again.
  await waitForOverlayEntryRemoved(page)
  await page.reload()
  await expect(page.getByText('Chrome on Android', { exact: true }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const account = page.getByRole('dialog', { name: 'Delete your account?' })
  await expectTapsIgnored(page, {
    opener: page.getByRole('button', { name: 'Delete my account' }),
    confirmButton: account.getByRole('button', { name: 'Delete my account' }),
    question: account,
    andThen: 'nothing',
  })
  await account.getByRole('button', { name: 'Keep my account' }).click()
})
