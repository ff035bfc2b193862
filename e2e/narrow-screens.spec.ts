// The screens around a gig with long names: on the narrowest phone, and at 200% text size.

import type { Locator, Page } from '@playwright/test'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Note } from '@gaffer/domain/notes/note'
import {
  createAndSelectBand,
  createBand,
  dateInEmptyMonth,
  joinBandAsKit,
  openEmptyMonth,
  openNewEventForm,
} from './calendar-steps.ts'
import { addPdfChart, addTextChart } from './chart-steps.ts'
import { createTextPdf } from './text-pdf.ts'
import { expect, test } from './fixtures.ts'
import { addRecording } from './upload-steps.ts'

// No emulated phone: it would widen its viewport instead of scrolling sideways.
test.use({ isMobile: false, hasTouch: false })

const longName = 'Wolfeschlegelsteinhausenbergerdorffson-Cholmondeley'

/** Texts in a column of fewer than three letters that fills more than four lines. Runs in the page. */
function findSqueezedTexts(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *')]
    .filter((element) =>
      [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
    )
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      const { fontSize, lineHeight, display } = getComputedStyle(element)
      const isHidden = width <= 1 || height <= 1
      return (
        !isHidden && display !== 'inline' && width < 2 * parseFloat(fontSize) && height > 4 * parseFloat(lineHeight)
      )
    })
    .map(({ textContent }) => textContent ?? '')
}

async function expectFits(page: Page, url: string): Promise<void> {
  for (const [width, size] of [
    [320, '100%'],
    [390, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate((to) => (document.documentElement.style.fontSize = to), size)
    await expect(page.locator('.animate-breathe')).toHaveCount(0)
    const where = `${url} at ${width} px and ${size}`
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth), where).toBeLessThanOrEqual(width)
    expect(await page.evaluate(findSqueezedTexts), where).toEqual([])
  }
}

test('notes, money, recordings and charts with long names fit at 320 px and at 200% text size, and songs and the dates of an enquiry at 320 px', async ({
  page,
  demo,
  newContext,
}) => {
  const { id, api } = await createAndSelectBand(page, demo)
  const apiAsKit = await joinBandAsKit(await newContext(), demo, { id, api })
  const band = `/api/bands/${id}`
  const membershipIdOf = async (as: typeof api) =>
    (await as<{ bands: OwnMembership[] }>('get', '/api/me')).bands.find(({ bandId }) => bandId === id)!.id
  const kit = await membershipIdOf(apiAsKit)
  await apiAsKit('patch', `${band}/members/${kit}`, { displayName: `Margaret ${longName}` })

  const gig = { type: 'public_gig', venue: 'Fenton', startTime: '20:00' }
  const addGig = (title: string, daysAgo: number) =>
    api<CalendarEntry>('post', `${band}/events`, { ...gig, title, date: addDays(todayInLondon(new Date()), -daysAgo) })
  const settled = await addGig('Harvest supper at the club', 9)
  const unsettled = await addGig('Christmas dinner at the club', 2)
  for (const event of [settled, unsettled]) {
    await api('put', `${band}/events/${event.id}/gig-sheet`, { feePence: 2_460_000 })
  }
  const shares = [kit, await membershipIdOf(api)].map((membershipId) => ({ membershipId, weight: 1 }))
  await api('put', `${band}/events/${settled.id}/settlement`, { feePence: 2_460_000, costs: [], shares })
  await api('post', `${band}/events/${settled.id}/settlement/settle`)

  const about = { kind: 'event', id: unsettled.id }
  const poll = { choices: ['Black tie with the old bowler hats', 'Whatever'] }
  const question = await apiAsKit<Note>('post', `${band}/notes`, { about, text: 'What do we wear?', poll })
  const choiceIds = [question.poll?.choices[0]?.id]
  await apiAsKit('put', `${band}/notes/${question.id}/votes`, { choiceIds })
  await api('post', `${band}/notes`, { about, text: 'I bring the long cables' })
  await addRecording(page, demo, id, { name: 'The second half with the new horns', eventId: unsettled.id })
  const song = await api<{ id: string }>('post', `${band}/songs`, { title: 'Ruby', artist: 'Kaiser Chiefs' })
  const chart = await addPdfChart(page, demo, { bandId: id, songId: song.id }, 'Ruby', createTextPdf(['Intro']))
  const { optionGroupId } = await api<{ optionGroupId: string }>('post', `${band}/event-options`, {
    event: { ...gig, title: 'Support' },
    dates: [dateInEmptyMonth(5), dateInEmptyMonth(12)],
  })

  const pages = `${demo.url}/bands/${id}`
  for (const path of [
    `events/${unsettled.id}`,
    `events/${unsettled.id}/settlement`,
    `events/${settled.id}/settlement`,
    'money',
    'money/statement',
    'recordings',
    `charts/${chart.id}`,
  ]) {
    await expectFits(page, `${pages}/${path}`)
  }
  await page.setViewportSize({ width: 320, height: 844 })
  await page.goto(`${demo.url}/songs`)
  await page.getByRole('button', { name: /^Ruby/ }).click()
  await expect(page.getByRole('list', { name: 'Everybody' })).toBeVisible()
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(320)
  await page.goto(`${pages}/options/${optionGroupId}`)
  const lastDate = page.getByRole('columnheader').last()
  const { x, width } = (await lastDate.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(320)
})

test('the button that uploads a recording fits into its frame at 320 px and 390 px and 200% text size, and none of its words breaks', async ({
  page,
  demo,
}) => {
  const { id } = await createAndSelectBand(page, demo)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${demo.url}/bands/${id}/recordings`)
    const button = page.locator('label', { hasText: 'Upload a recording' })
    await expect(button).toBeVisible()
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    const [box, frame] = [(await button.boundingBox())!, (await button.locator('..').boundingBox())!]
    expect(box.x + box.width, `${width} px`).toBeLessThanOrEqual(frame.x + frame.width)
    const overflow = await button.evaluate((element) => {
      element.style.overflowWrap = 'normal'
      return element.scrollWidth - element.clientWidth
    })
    expect(overflow, `${width} px`).toBe(0)
  }
})

test('no word of a long band name breaks on the public page at 320 px', async ({ page, demo }) => {
  const { id, api } = await createBand(page, demo, 'The Extraordinarily Quiet')
  const noText = { bio: null, hometown: null, genres: [], links: [] }
  const settings = { isOn: true, slug: 'extraordinarily', acceptsEnquiries: false, showsPast: false }
  await api('put', `/api/bands/${id}/public-page`, { ...noText, ...settings })
  await page.setViewportSize({ width: 320, height: 844 })
  await page.goto(`${demo.url}/b/extraordinarily`)
  const heading = page.getByRole('heading', { level: 1 })
  const overflow = await heading.evaluate((element) => {
    element.style.overflowWrap = 'normal'
    return element.scrollWidth - element.clientWidth
  })
  expect(overflow).toBe(0)
})

test('a song’s dot for unread notes is beside its readiness, and the sign of the text size is between its buttons', async ({
  page,
  demo,
  newContext,
}) => {
  const { id, api } = await createAndSelectBand(page, demo)
  const apiAsKit = await joinBandAsKit(await newContext(), demo, { id, api })
  const song = await api<{ id: string }>('post', `/api/bands/${id}/songs`, { title: 'Ruby', artist: 'Kaiser Chiefs' })
  await apiAsKit('post', `/api/bands/${id}/notes`, { about: { kind: 'song', id: song.id }, text: 'In which key?' })
  const chart = await addTextChart(page, demo, { bandId: id, songId: song.id }, 'Words', '[E]Ruby')

  const middleOf = async (locator: Locator) => {
    const { x, y, width, height } = (await locator.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  await page.goto(`${demo.url}/songs`)
  const dot = await middleOf(page.getByText('Unread notes').locator('..'))
  const readiness = await middleOf(page.locator('[data-row] h2 svg').nth(1))
  expect(Math.abs(dot.y - readiness.y)).toBeLessThan(4)

  await page.goto(`${demo.url}/bands/${id}/charts/${chart.id}`)
  const smaller = await middleOf(page.getByRole('button', { name: 'Smaller' }))
  const sign = await middleOf(page.getByLabel('Size of the words'))
  const larger = await middleOf(page.getByRole('button', { name: 'Larger' }))
  expect(Math.abs(sign.x - (smaller.x + larger.x) / 2)).toBeLessThan(2)
})

test('a clash with a member whose name is one long word fits into the event form at 320 px', async ({
  page,
  demo,
  newContext,
}) => {
  const { id, api } = await createAndSelectBand(page, demo)
  const apiAsKit = await joinBandAsKit(await newContext(), demo, { id, api })
  const { bands } = await apiAsKit<{ bands: OwnMembership[] }>('get', '/api/me')
  const kit = bands.find(({ bandId }) => bandId === id)!
  await apiAsKit('patch', `/api/bands/${id}/members/${kit.id}`, { displayName: longName })
  await apiAsKit('post', `/api/bands/${id}/events`, { type: 'unavailable', date: dateInEmptyMonth(26) })
  await page.setViewportSize({ width: 320, height: 844 })
  await openEmptyMonth(page, demo)
  const form = await openNewEventForm(page, dateInEmptyMonth(26))
  const clash = form.getByRole('status').getByText(longName).first()
  await expect(clash).toBeVisible()
  const { x, width } = (await clash.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(320 - 16)
})

test('on a phone, a menu with a long chart name ends at the edge of the screen, and the menu of an answer is aligned to the left', async ({
  page,
  demo,
  newContext,
}) => {
  const { id, api } = await createAndSelectBand(page, demo)
  await joinBandAsKit(await newContext(), demo, { id, api })
  const song = await api<{ id: string }>('post', `/api/bands/${id}/songs`, { title: 'Ruby', artist: 'Kaiser Chiefs' })
  await addTextChart(page, demo, { bandId: id, songId: song.id }, `The words for ${longName} and the horns`, '[E]Ruby')
  const setlist = await api<{ id: string }>('post', `/api/bands/${id}/setlists`, {
    name: 'Friday',
    items: [{ songId: song.id }],
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${demo.url}/setlists/${setlist.id}/stage`)
  await page.getByRole('button', { name: 'What to show' }).click()
  const { x, width } = (await page.getByRole('menu').boundingBox())!
  expect(x + width).toBeLessThanOrEqual(390)

  const { optionGroupId } = await api<{ optionGroupId: string }>('post', `/api/bands/${id}/event-options`, {
    event: { type: 'public_gig', venue: 'Fenton', startTime: '20:00', title: 'Support' },
    dates: [dateInEmptyMonth(5), dateInEmptyMonth(12)],
  })
  await page.goto(`${demo.url}/bands/${id}/options/${optionGroupId}`)
  await page
    .getByRole('button', { name: /^Answer for Kit/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: 'Maybe' })).toHaveCSS('text-align', 'left')
})

test('the name of another band that does not fit under an event of the day ends with an ellipsis', async ({
  page,
  demo,
}) => {
  const other = await createBand(page, demo, `The Quiet ${longName}`)
  const event = { type: 'public_gig', venue: 'Fenton', date: dateInEmptyMonth(3), title: 'Support' }
  await other.api('post', `/api/bands/${other.id}/events`, event)
  await createAndSelectBand(page, demo)
  await page.setViewportSize({ width: 320, height: 844 })
  await openEmptyMonth(page, demo)
  await page.locator(`[data-date="${dateInEmptyMonth(3)}"]`).press('Enter')
  const name = page.getByText(`The Quiet ${longName}`).last()
  const shown = await name.evaluate((element) => {
    const { textOverflow, display } = getComputedStyle(element)
    return { textOverflow, display, isCut: element.scrollWidth > element.clientWidth }
  })
  expect(shown).toEqual({ textOverflow: 'ellipsis', display: 'block', isCut: true })
})
