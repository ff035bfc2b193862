// Steps of the calendar journeys: a new band, a future month, its days and events.

import type { BrowserContext, Locator, Page } from '@playwright/test'
import { addDays, addMonths, formatMonth, startOfMonth, todayInLondon } from '@gaffer/domain/shared/dates'
import { expect, selectBandIn, signIn } from './fixtures.ts'
import type { AppServer } from './app-server.ts'

export const rosPhone = '+447700900101'
const kitPhone = '+447700900103'
export const magsPhone = '+447700900102'

// The demo events and Kit's days away are all in earlier months.
const monthsAhead = 3
export const emptyMonthStart = addMonths(startOfMonth(todayInLondon(new Date())), monthsAhead)
export const dateInEmptyMonth = (dayOfMonth: number) => addDays(emptyMonthStart, dayOfMonth - 1)

export const isPhoneViewport = (page: Page) => (page.viewportSize()?.width ?? 0) < 768
export const dateCell = (page: Page, date: string) =>
  page.getByRole('main').locator(`[role=gridcell][data-date="${date}"]`)
export const monthHeading = (page: Page) => page.getByRole('heading', { level: 2 }).first()

type CallApi = <T>(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, data?: object) => Promise<T>

/** Returns a function that calls the API with the session of this browser context, and fails the test on an error status. */
function makeApiCaller(context: BrowserContext, { url }: AppServer): CallApi {
  return async (method, path, data) => {
    const response = await context.request[method](url + path, data && { data })
    expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true)
    return response.status() === 204 ? undefined : response.json()
  }
}

/** Signs Ros in and creates a band. */
export async function createBand(page: Page, server: AppServer, name: string): Promise<Band> {
  await signIn(page.context(), server, rosPhone)
  const api = makeApiCaller(page.context(), server)
  const { id } = await api<{ id: string }>('post', '/api/bands', { name, displayName: 'Ros' })
  return { id, api }
}

/** Signs Ros in, creates a band and selects it in the browser. */
export async function createAndSelectBand(page: Page, server: AppServer): Promise<Band> {
  const band = await createBand(page, server, 'Side Project')
  await selectBandIn(page, band.id)
  return band
}

type Band = { id: string; api: CallApi }

export const joinBandAsKit = (context: BrowserContext, server: AppServer, band: Band) =>
  joinBandAs(kitPhone, context, server, band)

/** Signs the member of the demo band in and adds them to the new band. */
export async function joinBandAs(
  phone: string,
  context: BrowserContext,
  server: AppServer,
  band: Band,
): Promise<CallApi> {
  await signIn(context, server, phone)
  const { inviteLink } = await band.api<{ inviteLink: string }>('post', `/api/bands/${band.id}/invites/general`)
  const token = inviteLink.split('/invite/')[1] as string
  server.keepOutOfLogs(token)
  const api = makeApiCaller(context, server)
  await api('post', `/api/invites/${token}/accept`)
  return api
}

export async function openEmptyMonth(page: Page, server: AppServer): Promise<void> {
  await page.goto(`${server.url}/calendar?month=${emptyMonthStart.slice(0, 7)}`)
  await expect(monthHeading(page)).toHaveText(formatMonth(emptyMonthStart))
}

/** Opens the list of the day: beneath the month on a phone, else in a dialog. */
async function openDay(page: Page, date: string): Promise<Locator> {
  await dateCell(page, date).press('Enter')
  return isPhoneViewport(page) ? page.locator('section[aria-labelledby=selected-day]') : page.getByRole('dialog').last()
}

export async function openNewEventForm(page: Page, date: string): Promise<Locator> {
  const list = await openDay(page, date)
  await list.getByRole('button', { name: /^Add/ }).click()
  return page.getByRole('dialog').last()
}

export async function openEventDialog(page: Page, date: string, name: RegExp): Promise<Locator> {
  const list = await openDay(page, date)
  await list.getByRole('button', { name }).click()
  return page.getByRole('dialog').last()
}

export const refuseClipboard = (page: Page) =>
  page.evaluate(() => Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('no')) }))

/** Swipes `across` px over the month (negative: to the left) in 150 ms, with the touch and pointer events of a finger. */
export async function swipeMonth(page: Page, across: number): Promise<void> {
  const box = await page.getByRole('grid').boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 60]
  const finger = await page.context().newCDPSession(page)
  // Explicit timestamps: on a busy machine, measured timestamps would make the swipe too slow.
  const began = Date.now() / 1000
  const touch = (ms: number, type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      timestamp: began + ms / 1000,
      touchPoints: at === undefined ? [] : [{ x: at, y }],
    })
  await touch(0, 'touchStart', x)
  await touch(50, 'touchMove', x + across / 2)
  await touch(100, 'touchMove', x + across)
  await touch(150, 'touchEnd')
}

/** Swipes `across` px with touch events only, as some assistive technology does. */
export async function swipeMonthWithTouchEventsOnly(page: Page, across: number): Promise<void> {
  await page.getByRole('grid').evaluate((grid, across) => {
    const touch = (type: string, clientX: number) => {
      const touches = [new Touch({ identifier: 1, target: grid, clientX, clientY: 300 })]
      const held = type === 'touchstart' ? touches : []
      grid.dispatchEvent(new TouchEvent(type, { bubbles: true, touches: held, changedTouches: touches }))
    }
    touch('touchstart', 200)
    touch('touchend', 200 + across)
  }, across)
}
