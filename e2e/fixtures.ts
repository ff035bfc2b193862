// Playwright fixtures of all journeys: a running server, signed-in browsers, and a check of every page's console for errors.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test as base, type BrowserContext, type Page, type TestInfo } from '@playwright/test'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { startAppServer, type AppServer } from './app-server.ts'
import type { Seed } from '../server/src/testing/journey-host-messages.ts'

type Fixtures = {
  /** Allows console errors that match: the browser itself logs each failed request that a journey provokes. */
  allowErrors: (pattern: RegExp) => void
  /** Opens another browser context with the project's screen size. Its console is checked too. */
  newContext: () => Promise<BrowserContext>
}
type Servers = {
  /** A server without accounts. */
  emptyServer: AppServer
  /** A server with the demo band. */
  demo: AppServer
}
/** Returns the server of a spec file for a seed: no other file sees what its journeys store. */
type ServerFixture = (seed: Seed, info: TestInfo) => Promise<AppServer>

export const test = base.extend<Fixtures & Servers, { serverFixture: ServerFixture }>({
  serverFixture: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright parses this pattern for the names of fixtures
    async ({}, use) => {
      const running = new Map<Seed, { owner: string; server: AppServer }>()
      await use(async (seed, { file, repeatEachIndex }) => {
        const owner = `${file} ${repeatEachIndex}`
        const current = running.get(seed)
        if (current?.owner === owner) return current.server
        running.delete(seed)
        await current?.server.stop()
        const server = await startAppServer(seed)
        running.set(seed, { owner, server })
        return server
      })
      for (const { server } of running.values()) await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  emptyServer: [async ({ serverFixture }, use, info) => use(await serverFixture('empty', info)), { timeout: 90_000 }],
  demo: [async ({ serverFixture }, use, info) => use(await serverFixture('demo', info)), { timeout: 90_000 }],
  allowErrors: [
    async ({ context }, use) => {
      const allowed: RegExp[] = []
      const errors: string[] = []
      recordErrors(context, errors)
      await use((pattern) => void allowed.push(pattern))
      expect(errors.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    await use(page)
    // A request that is still in a route handler must not fail the test. Some journeys close their page.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  newContext: async ({ browser, contextOptions, viewport, hasTouch, isMobile, colorScheme }, use) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, viewport, hasTouch, isMobile, colorScheme })
      recordErrors(context, errors)
      contexts.push(context)
      return context
    })
    for (const context of contexts) await context.close()
    expect(errors).toEqual([])
  },
})

/** Records console errors, which include violations of the content security policy, and uncaught exceptions. */
function recordErrors(context: BrowserContext, errors: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
}

/** Signs in through the API. A number gets one code per 30 s, so the cookies of its first sign-in are reused. */
export async function signIn(context: BrowserContext, server: AppServer, phone: string): Promise<void> {
  const cookiesByPhone = sessionCookies.get(server) ?? new Map<string, Cookies>()
  sessionCookies.set(server, cookiesByPhone)
  const storedCookies = cookiesByPhone.get(phone)
  if (storedCookies) return context.addCookies(storedCookies)
  const { request } = context
  const sendCode = () => request.post(`${server.url}/auth/phone/send-code`, { data: { phone } })
  let sent = await sendCode()
  while (sent.status() === 429) {
    await sleep(Number(sent.headers()['retry-after']) * 1000)
    sent = await sendCode()
  }
  const code = await server.codeTo(phone)
  const response = await request.post(`${server.url}/auth/phone/verify-code`, { data: { phone, code } })
  expect(response.status()).toBe(200)
  const cookies = await context.cookies(server.url)
  for (const { value } of cookies) server.keepOutOfLogs(value)
  cookiesByPhone.set(phone, cookies)
}
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
const sessionCookies = new WeakMap<AppServer, Map<string, Cookies>>()

/** Selects the demo band in the browser: a member of several bands, from an earlier journey, would have to choose one. */
export async function selectDemoBand(context: BrowserContext, { url }: AppServer): Promise<void> {
  const { bands } = (await (await context.request.get(`${url}/api/me`)).json()) as { bands: OwnMembership[] }
  const bandId = bands.find(({ band }) => band.name === 'The Night Buses')?.bandId as string
  await selectBandIn(context, bandId)
}

/** Selects a band on all pages that are loaded from now on: in their tab, and for new tabs. */
export async function selectBandIn(browser: BrowserContext | Page, bandId: string): Promise<void> {
  // A new tab may start with about:blank, which has no storage.
  await browser.addInitScript((id) => {
    if (location.protocol === 'about:') return
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem('gaffer.selectedBandId', id)
      storage.setItem('gaffer.selectedContextId', id)
    }
  }, bandId)
}

export { expect }
