// Interaction to next paint of what members do most, as a ratio to 100 ms: answering, opening an event, painting days away, reordering
// a set list.
//
//   npm run bench interactions
//
// A phone's screen with four times CPU throttling and real touch input. Then a month of 200 events, and typing into /login. Starts
// its own server with the band of the journeys.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, addMonths, startOfMonth, todayInLondon, weekdayIndex } from '@gaffer/domain/shared/dates'
import { chromium } from '@playwright/test'
import { shorterInCheck } from './benchmark-server.mjs'
import { launchOptions, median, signInJourneyOwner, startJourneyServer } from './journey-browser.mjs'
import {
  centreOf,
  clearMeasurements,
  dragAndRecordWork,
  interactAndRecordWork,
  readMetricMs,
  observeInteractionsInPage,
  phoneContextOptions,
  reportAndClearDrags,
  reportAndClearInteractions,
  pauseAfterInteractionMs,
  tapAndRecordWork,
  throttleCpu,
} from './event-timing.mjs'
import { report } from './report.mjs'

const rounds = shorterInCheck(20, 2)
const songCount = shorterInCheck(40, 7)
const eventCount = shorterInCheck(200, 3)
const scriptLimitMs = 1000 / 60
const typingLimitMs = 800
const loadCount = shorterInCheck(5, 1)

/** @typedef {import('./event-timing.mjs').OpenedPage} OpenedPage */

const today = todayInLondon(new Date())
const nextMonth = addMonths(startOfMonth(today), 1)
/** The first Monday of the next month: all days after it are in the future. */
const monday = addDays(nextMonth, (7 - weekdayIndex(nextMonth)) % 7)

const server = await startJourneyServer()
const browser = await chromium.launch(launchOptions)
try {
  const context = await browser.newContext(phoneContextOptions)
  await context.addInitScript(observeInteractionsInPage)
  await signInJourneyOwner(context, server.url)
  const { bandId, eventId, setlistId } = await fillBand(context.request)
  await context.addInitScript((id) => localStorage.setItem('gaffer.selectedBandId', id), bandId)
  const open = async (/** @type {string} */ path, /** @type {(opened: OpenedPage) => Promise<void>} */ measure) => {
    const opened = await openPage(context, path)
    await measure(opened)
    await opened.page.close()
  }

  await open('/calendar?view=agenda', (opened) => measureAnswers('agenda', opened))
  await open(`/bands/${bandId}/events/${eventId}`, (opened) => measureAnswers('event page', opened))
  await open('/dashboard', (opened) => measureAnswers('dashboard', opened))
  await open('/calendar?view=agenda', measureOpeningEvents)
  await open('/calendar?view=month', measureDaysAway)
  await open(`/setlists/${setlistId}`, measureReordering)
  await measureMonthChanges(context, bandId)
  await measureTyping()
} finally {
  await browser.close()
  await server.stop()
}

/**
 * Adds a gig tomorrow, which becomes the next event and waits for an answer, and a set list. Returns their ids.
 * @param {import('@playwright/test').APIRequestContext} request
 */
async function fillBand(request) {
  const { bands } = await (await request.get(`${server.url}/api/me`)).json()
  const { bandId } = bands[0]
  const event = await post(request, `/api/bands/${bandId}/events`, {
    ...createGigFields(addDays(today, 1)),
    title: 'Next gig',
  })
  const items = []
  for (let at = 0; at < songCount; at++) {
    const song = { title: `Song number ${at}`, artist: 'The Larches', durationSeconds: 200 + at }
    items.push({ songId: (await post(request, `/api/bands/${bandId}/songs`, song)).id })
  }
  const setlist = await post(request, `/api/bands/${bandId}/setlists`, { name: 'Friday', items })
  return { bandId, eventId: event.id, setlistId: setlist.id }
}

/** @param {string} date */
function createGigFields(date) {
  return { type: 'public_gig', date, startTime: '20:00', endTime: '23:00', venue: 'The Fenton, Leeds' }
}

/** @param {import('@playwright/test').APIRequestContext} request @param {string} path @param {object} data */
async function post(request, path, data) {
  const response = await request.post(server.url + path, { data, headers: { 'idempotency-key': randomUUID() } })
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
  return response.json()
}

/** @param {import('@playwright/test').BrowserContext} context @param {string} path @returns {Promise<OpenedPage>} */
async function openPage(context, path) {
  const page = await context.newPage()
  await page.goto(server.url + path, { waitUntil: 'networkidle' })
  return { page, session: await throttleCpu(page), work: [] }
}

/** Taps Yes and Maybe in turns. @param {string} where @param {OpenedPage} opened */
async function measureAnswers(where, opened) {
  const { page } = opened
  const group = page.getByRole('radiogroup', { name: /^Your answer/ }).first()
  await group.scrollIntoViewIfNeeded()
  const points = [
    await centreOf(group.getByRole('radio', { name: 'Yes' })),
    await centreOf(group.getByRole('radio', { name: 'Maybe' })),
  ]
  for (let round = 0; round < rounds; round++) await tapAndRecordWork(opened, points[round % 2])
  await reportAndClearInteractions(`answering: ${where}`, opened)
}

/** @param {OpenedPage} opened */
async function measureOpeningEvents(opened) {
  const { page } = opened
  const event = page.getByRole('listitem').getByRole('button', { name: 'Next gig' })
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' })
  await event.scrollIntoViewIfNeeded()
  for (let round = 0; round < rounds / 2; round++) {
    await tapAndRecordWork(opened, await centreOf(event))
    await tapAndRecordWork(opened, await centreOf(close))
  }
  await reportAndClearInteractions('an event: opening and closing', opened)
}

/** @param {OpenedPage} opened */
async function measureDaysAway(opened) {
  const { page } = opened
  await page.getByRole('button', { name: "I'm away" }).first().click()
  const day = (/** @type {number} */ at) => page.getByRole('dialog').locator(`[data-date="${addDays(monday, at)}"]`)
  await day(13).scrollIntoViewIfNeeded()
  await sleep(pauseAfterInteractionMs)
  await clearMeasurements(opened)
  const points = []
  for (let at = 0; at < 14; at++) points.push(await centreOf(day(at)))
  for (let round = 0; round < rounds; round++) await tapAndRecordWork(opened, points[round % 14])
  await reportAndClearInteractions('days away: a tap', opened)
  for (let round = 0; round < rounds / 4; round++) await dragAndRecordWork(opened, points.slice(0, 10))
  await reportAndClearDrags('days away: a drag over ten days', opened)
}

/** @param {OpenedPage} opened */
async function measureReordering(opened) {
  const { page } = opened
  const handles = page.getByRole('button', { name: /^Move Song number/ })
  for (let round = 0; round < rounds / 4; round++) {
    await page.evaluate(() => scrollTo(0, 0))
    const [from, to] = [await centreOf(handles.nth(0)), await centreOf(handles.nth(6))]
    const steps = Array.from({ length: 12 }, (_, step) => ({
      x: from.x,
      y: from.y + ((to.y - from.y) * (step + 1)) / 12,
    }))
    await dragAndRecordWork(opened, [from, ...steps])
  }
  await reportAndClearDrags('set list of 40: a drag over six rows', opened)
  await handles.nth(1).focus()
  await clearMeasurements(opened)
  for (let round = 0; round < rounds; round++) {
    await interactAndRecordWork(opened, () => page.keyboard.press(round % 2 ? 'ArrowUp' : 'ArrowDown'))
  }
  await reportAndClearInteractions('set list of 40: an arrow key', opened)
}

/**
 * Scripting time, without throttling, from a press on the arrow to the month's paint.
 * @param {import('@playwright/test').BrowserContext} context @param {string} bandId
 */
async function measureMonthChanges(context, bandId) {
  for (let at = 0; at < eventCount; at++) {
    await post(context.request, `/api/bands/${bandId}/events`, {
      ...createGigFields(addDays(nextMonth, at % 28)),
      title: `Gig ${at}`,
    })
  }
  const { page, session } = await openPage(context, '/calendar?view=month')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await sleep(pauseAfterInteractionMs)
  const times = []
  for (let round = 0; round < rounds; round++) {
    const button = await centreOf(page.getByRole('button', { name: round % 2 ? 'Previous month' : 'Next month' }))
    const before = await readMetricMs(session, 'ScriptDuration')
    await page.touchscreen.tap(button.x, button.y)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const script = (await readMetricMs(session, 'ScriptDuration')) - before
    if (round % 2 === 0) times.push(script)
    await sleep(pauseAfterInteractionMs)
  }
  const ms = median(times)
  report(`scripting: to a month of ${eventCount} events`, `${ms.toFixed(1)} ms`, {
    ratio: ms / scriptLimitMs,
    atMost: 1,
  })
}

/** Measures the time from the start of a cold load until the field of /login accepts and keeps text. */
async function measureTyping() {
  const times = []
  for (let load = 0; load < loadCount; load++) {
    const context = await browser.newContext(phoneContextOptions)
    await context.addInitScript(() => {
      const look = () => {
        const field = document.querySelector('input')
        if (!field || field.closest('[inert]')) requestAnimationFrame(look)
        else Object.assign(globalThis, { acceptsAt: performance.now() })
      }
      look()
    })
    const page = await context.newPage()
    await throttleCpu(page)
    await page.goto(`${server.url}/login`, { waitUntil: 'commit' })
    const accepts = await page.waitForFunction(() => /** @type {{ acceptsAt?: number }} */ (globalThis).acceptsAt)
    await page.locator('input').first().pressSequentially('07700')
    await page.waitForLoadState('networkidle')
    const kept = await page.locator('input').first().inputValue()
    if (kept.replaceAll(' ', '') !== '07700') throw new Error(`The field of /login kept "${kept}"`)
    times.push(Number(await accepts.jsonValue()))
    await context.close()
  }
  const ms = median(times)
  report('typing into /login after a cold load', `${ms.toFixed(0)} ms`, { ratio: ms / typingLimitMs, atMost: 1 })
}
