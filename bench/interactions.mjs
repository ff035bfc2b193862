// Interaction to next paint of what members do most, as a ratio to 100 ms: answering, painting days away, reordering a set list.
//
//   npm run bench interactions
//
// A phone's screen with four times CPU throttling and real touch input. Taps and keys are read from the Event Timing API, which
// leaves out the moves of a drag: those are measured from the event to the task after its frame. Then a month of 200 events, and
// typing into /login. Starts its own server with the demo band.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, addMonths, startOfMonth, todayInLondon, weekday } from '@gaffer/domain/dates'
import { chromium } from '@playwright/test'
import { launchOptions, median, signIn, startDemo } from './demo-browser.mjs'
import { report } from './report.mjs'

const { temporaryFolder } = await import('../scripts/setup/temporary-folder.mjs')

const cpuThrottling = 4
const paintLimitMs = 100
const rounds = 20
/** From one interaction to the next: responses and refetches of the first are over. */
const restMs = 700
const songCount = 40
const eventCount = 200
const scriptLimitMs = 1000 / 60
const typingLimitMs = 800
const loads = 5
/** The Event Timing API reports no shorter durations. */
const shortestMs = 16

/** @typedef {import('@playwright/test').Page} Page @typedef {import('@playwright/test').Locator} Locator */
/** @typedef {import('@playwright/test').CDPSession} Session @typedef {{ x: number, y: number }} Point */
/** `work`: milliseconds of main-thread time of each interaction. @typedef {{ page: Page, session: Session, work: number[] }} Opened */

const today = todayInLondon(new Date())
const nextMonth = addMonths(startOfMonth(today), 1)
/** The first Monday of a later month: all days after it are in the future. */
const monday = addDays(nextMonth, (7 - weekday(nextMonth)) % 7)

const demo = await startDemo(temporaryFolder('gaffer-bench-'))
const browser = await chromium.launch(launchOptions)
try {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
  await context.addInitScript(observeInteractions)
  await signIn(context, demo.url)
  const { bandId, eventId, setlistId } = await fillBand(context.request)
  await context.addInitScript((id) => localStorage.setItem('gaffer.selectedBandId', id), bandId)
  const open = async (/** @type {string} */ path, /** @type {(opened: Opened) => Promise<void>} */ measure) => {
    const opened = await openPage(context, path)
    await measure(opened)
    await opened.page.close()
  }

  await open('/calendar?view=agenda', (opened) => answer('agenda', opened))
  await open(`/bands/${bandId}/events/${eventId}`, (opened) => answer('event page', opened))
  await open('/dashboard', (opened) => answer('dashboard', opened))
  await open('/calendar?view=month', paintDaysAway)
  await open(`/setlists/${setlistId}`, reorder)
  await turnMonths(context, bandId)
  await typeAtSignIn(phone)
} finally {
  await browser.close()
  await demo.stop()
}

/** Runs in pages. */
function observeInteractions() {
  /** @type {Map<number, number>} */
  const interactions = new Map()
  /** @type {number[]} */
  const moves = []
  Object.assign(globalThis, { interactions, moves })
  new PerformanceObserver((list) => {
    for (const entry of /** @type {(PerformanceEntry & { interactionId: number })[]} */ (list.getEntries())) {
      if (!entry.interactionId) continue
      const longest = Math.max(entry.duration, interactions.get(entry.interactionId) ?? 0)
      interactions.set(entry.interactionId, longest)
    }
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16, buffered: true }))
  const { port1, port2 } = new MessageChannel()
  /** @type {number[]} */
  const waiting = []
  port1.onmessage = () => moves.push(...waiting.splice(0).map((began) => performance.now() - began))
  addEventListener(
    'pointermove',
    ({ timeStamp }) => {
      waiting.push(timeStamp)
      requestAnimationFrame(() => port2.postMessage(null))
    },
    { capture: true },
  )
}

/**
 * A gig tomorrow, which is next and waits for an answer, and a set list. Returns their ids.
 * @param {import('@playwright/test').APIRequestContext} request
 */
async function fillBand(request) {
  const { bands } = await (await request.get(`${demo.url}/api/me`)).json()
  const { bandId } = bands[0]
  const event = await post(request, `/api/bands/${bandId}/events`, { ...gig(addDays(today, 1)), title: 'Next gig' })
  const items = []
  for (let at = 0; at < songCount; at++) {
    const song = { title: `Song number ${at}`, artist: 'The Larches', durationSeconds: 200 + at }
    items.push({ songId: (await post(request, `/api/bands/${bandId}/songs`, song)).id })
  }
  const setlist = await post(request, `/api/bands/${bandId}/setlists`, { name: 'Friday', items })
  return { bandId, eventId: event.id, setlistId: setlist.id }
}

/** @param {string} date */
function gig(date) {
  return { type: 'public_gig', date, startTime: '20:00', endTime: '23:00', venue: 'The Fenton, Leeds' }
}

/** @param {import('@playwright/test').APIRequestContext} request @param {string} path @param {object} data */
async function post(request, path, data) {
  const response = await request.post(demo.url + path, { data, headers: { 'idempotency-key': randomUUID() } })
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
  return response.json()
}

/** @param {import('@playwright/test').BrowserContext} context @param {string} path @returns {Promise<Opened>} */
async function openPage(context, path) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(demo.url + path, { waitUntil: 'networkidle' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuThrottling })
  return { page, session, work: [] }
}

/** Taps Yes and Maybe in turns. @param {string} where @param {Opened} opened */
async function answer(where, opened) {
  const { page } = opened
  const group = page.getByRole('radiogroup', { name: /^Your answer/ }).first()
  await group.scrollIntoViewIfNeeded()
  const points = [
    await centreOf(group.getByRole('radio', { name: 'Yes' })),
    await centreOf(group.getByRole('radio', { name: 'Maybe' })),
  ]
  for (let round = 0; round < rounds; round++) await tap(opened, points[round % 2])
  await reportPaints(`answering: ${where}`, opened)
}

/** @param {Opened} opened */
async function paintDaysAway(opened) {
  const { page } = opened
  await page.getByRole('button', { name: "I'm away" }).first().click()
  const day = (/** @type {number} */ at) => page.getByRole('dialog').locator(`[data-date="${addDays(monday, at)}"]`)
  await day(13).scrollIntoViewIfNeeded()
  await sleep(restMs)
  await clearPaints(opened)
  const points = []
  for (let at = 0; at < 14; at++) points.push(await centreOf(day(at)))
  for (let round = 0; round < rounds; round++) await tap(opened, points[round % 14])
  await reportPaints('days away: a tap', opened)
  for (let round = 0; round < rounds / 4; round++) await drag(opened, points.slice(0, 10))
  await reportMoves('days away: a drag over ten days', opened)
}

/** @param {Opened} opened */
async function reorder(opened) {
  const { page } = opened
  const handles = page.getByRole('button', { name: /^Move Song number/ })
  for (let round = 0; round < rounds / 4; round++) {
    await page.evaluate(() => scrollTo(0, 0))
    const [from, to] = [await centreOf(handles.nth(0)), await centreOf(handles.nth(6))]
    const steps = Array.from({ length: 12 }, (_, step) => ({
      x: from.x,
      y: from.y + ((to.y - from.y) * (step + 1)) / 12,
    }))
    await drag(opened, [from, ...steps])
  }
  await reportMoves('set list of 40: a drag over six rows', opened)
  await handles.nth(1).focus()
  await clearPaints(opened)
  for (let round = 0; round < rounds; round++) {
    await interact(opened, () => page.keyboard.press(round % 2 ? 'ArrowUp' : 'ArrowDown'))
  }
  await reportPaints('set list of 40: an arrow key', opened)
}

/**
 * Scripting time, without throttling, from a press on the arrow to the month's paint.
 * @param {import('@playwright/test').BrowserContext} context @param {string} bandId
 */
async function turnMonths(context, bandId) {
  for (let at = 0; at < eventCount; at++) {
    await post(context.request, `/api/bands/${bandId}/events`, {
      ...gig(addDays(nextMonth, at % 28)),
      title: `Gig ${at}`,
    })
  }
  const { page, session } = await openPage(context, '/calendar?view=month')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await sleep(restMs)
  const times = []
  for (let round = 0; round < rounds; round++) {
    const button = await centreOf(page.getByRole('button', { name: round % 2 ? 'Previous month' : 'Next month' }))
    const before = await metricMs(session, 'ScriptDuration')
    await page.touchscreen.tap(button.x, button.y)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const script = (await metricMs(session, 'ScriptDuration')) - before
    if (round % 2 === 0) times.push(script)
    await sleep(restMs)
  }
  const ms = median(times)
  report(`scripting: to a month of ${eventCount} events`, `${ms.toFixed(1)} ms`, {
    ratio: ms / scriptLimitMs,
    atMost: 1,
  })
}

/** @param {Session} session @param {'ScriptDuration' | 'TaskDuration'} metric @returns {Promise<number>} */
async function metricMs(session, metric) {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === metric)?.value ?? 0) * 1000
}

/** From the start of a cold load until the field of /login accepts text that it keeps. @param {object} phone */
async function typeAtSignIn(phone) {
  const times = []
  for (let load = 0; load < loads; load++) {
    const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
    await context.addInitScript(() => {
      const look = () => {
        const field = document.querySelector('input')
        if (!field || field.closest('[inert]')) return requestAnimationFrame(look)
        Object.assign(globalThis, { acceptsAt: performance.now() })
      }
      look()
    })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuThrottling })
    await page.goto(`${demo.url}/login`, { waitUntil: 'commit' })
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

/** @param {Locator} locator @returns {Promise<Point>} */
async function centreOf(locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`Not on the page: ${locator}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** @param {Opened} opened @param {Point | undefined} point */
async function tap(opened, point = { x: 0, y: 0 }) {
  await interact(opened, () => opened.page.touchscreen.tap(point.x, point.y))
}

/** Notes the work until the paint, and waits until its consequences are over. @param {Opened} opened @param {() => Promise<unknown>} act */
async function interact({ page, session, work }, act) {
  const before = await metricMs(session, 'TaskDuration')
  await act()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  work.push((await metricMs(session, 'TaskDuration')) - before)
  await sleep(restMs)
}

/** One finger along the points. @param {Opened} opened @param {Point[]} points */
async function drag({ session, work }, points) {
  const [first, ...rest] = points
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: first ? [first] : [] })
  for (const point of rest) {
    const before = await metricMs(session, 'TaskDuration')
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
    await sleep(1000 / 60)
    work.push((await metricMs(session, 'TaskDuration')) - before)
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await sleep(restMs)
}

/** The longest duration of each tap or key. @param {string} figure @param {Opened} opened */
async function reportPaints(figure, opened) {
  const paints = await opened.page.evaluate(() => [...globalThis.interactions.values()])
  await reportDurations(figure, opened, paints.length > 0 ? paints : [shortestMs])
}

/** Of each move of a finger, and of where it went down and up. @param {string} figure @param {Opened} opened */
async function reportMoves(figure, opened) {
  const { moves, ends } = await opened.page.evaluate(() => ({
    moves: globalThis.moves,
    ends: [...globalThis.interactions.values()],
  }))
  if (moves.length === 0) throw new Error(`${figure}: the page received no move`)
  await reportDurations(figure, opened, [...moves, ...ends])
}

/** @param {Opened} opened */
async function clearPaints({ page, work }) {
  work.length = 0
  await page.evaluate(() => {
    globalThis.interactions.clear()
    globalThis.moves.length = 0
  })
}

/** @param {string} figure @param {Opened} opened @param {number[]} durations */
async function reportDurations(figure, opened, durations) {
  const [middle, worst, work] = [median(durations), Math.max(...durations), median(opened.work)]
  const value = `worst ${worst.toFixed(0)} ms, median ${middle.toFixed(0)} ms of ${durations.length}, main thread ${work.toFixed(0)} ms`
  report(figure, value, { ratio: worst / paintLimitMs, atMost: 1 })
  await clearPaints(opened)
}
