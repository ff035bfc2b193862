// Times interactions of a page by its Event Timing API. That API leaves out the moves of a drag: each move is measured from its event to
// the task after its frame. Also counts main-thread time, which depends less on the load of the machine.

import { setTimeout as sleep } from 'node:timers/promises'
import { shorterInCheck } from './benchmark-server.mjs'
import { median } from './journey-browser.mjs'
import { report } from './report.mjs'

const paintLimitMs = 100
const cpuThrottlingRate = shorterInCheck(4, 1)
/** Options of a browser context. */
export const phoneContextOptions = /** @type {const} */ ({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'block',
})
/** Milliseconds from one interaction to the next, in which responses and refetches of the first one end. */
export const pauseAfterInteractionMs = shorterInCheck(700, 50)
/** The Event Timing API reports no shorter durations. */
const shortestMs = 16

/** @typedef {import('@playwright/test').Page} Page @typedef {import('@playwright/test').Locator} Locator */
/** @typedef {import('@playwright/test').CDPSession} Session @typedef {{ x: number, y: number }} Point */
/** Durations in milliseconds: of interactions by their id, and of moves. @typedef {{ interactions: Map<number, number>, moves: number[] }} ObservedDurations */
/** `work`: milliseconds of main-thread time of each interaction. @typedef {{ page: Page, session: Session, work: number[] }} OpenedPage */

/** Records the durations of interactions, and of pointer moves until after the next frame. Runs in pages. */
export function observeInteractionsInPage() {
  /** @type {ObservedDurations} */
  const { interactions, moves } = { interactions: new Map(), moves: [] }
  Object.assign(globalThis, { observed: { interactions, moves } })
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
  port1.addEventListener('message', () => moves.push(...waiting.splice(0).map((began) => performance.now() - began)))
  port1.start()
  addEventListener(
    'pointermove',
    ({ timeStamp }) => {
      waiting.push(timeStamp)
      requestAnimationFrame(() => port2.postMessage(null))
    },
    { capture: true },
  )
}

/** Slows the page's CPU down, and counts its thread time, which depends less on the load of the machine. @param {Page} page */
export async function throttleCpu(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuThrottlingRate })
  return session
}

/** @param {Session} session @param {'ScriptDuration' | 'TaskDuration'} metric @returns {Promise<number>} */
export async function readMetricMs(session, metric) {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === metric)?.value ?? 0) * 1000
}

/** @param {Locator} locator @returns {Promise<Point>} */
export async function centreOf(locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`Not on the page: ${locator}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** @param {OpenedPage} opened @param {Point | undefined} point */
export async function tapAndRecordWork(opened, point = { x: 0, y: 0 }) {
  await interactAndRecordWork(opened, () => opened.page.touchscreen.tap(point.x, point.y))
}

/**
 * Records the work until the paint, then pauses for responses and refetches.
 * @param {OpenedPage} opened @param {() => Promise<unknown>} act
 */
export async function interactAndRecordWork(opened, act) {
  opened.work.push(await measureWorkUntilPaint(opened, act))
  await sleep(pauseAfterInteractionMs)
}

/**
 * Milliseconds of main-thread time from an interaction to its paint.
 * @param {Pick<OpenedPage, 'page' | 'session'>} opened @param {() => Promise<unknown>} act
 */
export async function measureWorkUntilPaint({ page, session }, act) {
  const before = await readMetricMs(session, 'TaskDuration')
  await act()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return (await readMetricMs(session, 'TaskDuration')) - before
}

/** Drags one finger along the points. @param {OpenedPage} opened @param {Point[]} points */
export async function dragAndRecordWork({ session, work }, points) {
  const [first, ...rest] = points
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: first ? [first] : [] })
  for (const point of rest) {
    const before = await readMetricMs(session, 'TaskDuration')
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
    await sleep(1000 / 60)
    work.push((await readMetricMs(session, 'TaskDuration')) - before)
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await sleep(pauseAfterInteractionMs)
}

/** Reports the longest event duration of each tap or key. @param {string} figure @param {OpenedPage} opened */
export async function reportAndClearInteractions(figure, opened) {
  const { ends } = await readObserved(opened.page)
  await reportDurations(figure, opened, ends.length > 0 ? ends : [shortestMs])
}

/** Reports the duration of each move of a finger, and of its press and release. @param {string} figure @param {OpenedPage} opened */
export async function reportAndClearDrags(figure, opened) {
  const { moves, ends } = await readObserved(opened.page)
  if (moves.length === 0) throw new Error(`${figure}: the page received no move`)
  await reportDurations(figure, opened, [...moves, ...ends])
}

/** @param {Page} page */
function readObserved(page) {
  return page.evaluate(() => {
    const { observed } = /** @type {{ observed?: ObservedDurations }} */ (globalThis)
    if (!observed) throw new Error('observeInteractionsInPage did not run in this page')
    return { moves: observed.moves, ends: [...observed.interactions.values()] }
  })
}

/** @param {OpenedPage} opened */
export async function clearMeasurements({ page, work }) {
  work.length = 0
  await page.evaluate(() => {
    const { observed } = /** @type {{ observed?: ObservedDurations }} */ (globalThis)
    observed?.interactions.clear()
    observed?.moves.splice(0)
  })
}

/** @param {string} figure @param {OpenedPage} opened @param {number[]} durations */
async function reportDurations(figure, opened, durations) {
  const [middle, worst, work] = [median(durations), Math.max(...durations), median(opened.work)]
  const value = `worst ${worst.toFixed(0)} ms, median ${middle.toFixed(0)} ms of ${durations.length}, main thread ${work.toFixed(0)} ms`
  report(figure, value, { ratio: worst / paintLimitMs, atMost: 1 })
  await clearMeasurements(opened)
}
