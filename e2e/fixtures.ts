// What every journey has: a running Gaffer, people signed in, and pages whose errors fail the test.

import { setTimeout as sleep } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type BrowserContext, type Page, type TestInfo } from '@playwright/test'
import type { OwnMembership } from '@gaffer/domain/member'
import type { Holding } from './data-folders.ts'
import { startGaffer, type Gaffer } from './gaffer.ts'

type Fixtures = {
  /** Lets console errors that match pass: a refusal that the journey provokes is logged by the browser itself. */
  allowErrors: (pattern: RegExp) => void
  /** A further person's browser, on the same screen size, watched like the first. */
  another: () => Promise<BrowserContext>
}
type Gaffers = {
  /** One that nobody uses yet. */
  gaffer: Gaffer
  /** One with the demonstration in it. */
  demo: Gaffer
}
/** The Gaffer of a file of journeys: no other file finds what they leave in it. */
type Stage = (holding: Holding, info: TestInfo) => Promise<Gaffer>

export const test = base.extend<Fixtures & Gaffers, { stage: Stage }>({
  stage: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted from this pattern
    async ({}, use) => {
      const standing = new Map<Holding, { of: string; gaffer: Gaffer }>()
      await use(async (holding, { file, repeatEachIndex }) => {
        const of = `${file} ${repeatEachIndex}`
        const last = standing.get(holding)
        if (last?.of === of) return last.gaffer
        standing.delete(holding)
        await last?.gaffer.stop()
        const gaffer = await startGaffer(holding)
        standing.set(holding, { of, gaffer })
        return gaffer
      })
      for (const { gaffer } of standing.values()) await gaffer.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gaffer: [async ({ stage }, use, info) => use(await stage('nobody', info)), { timeout: 90_000 }],
  demo: [async ({ stage }, use, info) => use(await stage('demonstration', info)), { timeout: 90_000 }],
  allowErrors: [
    async ({ context }, use) => {
      const allowed: RegExp[] = []
      const errors: string[] = []
      watch(context, errors)
      await use((pattern) => void allowed.push(pattern))
      expect(errors.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    await use(page)
    // A read that is still on its way through a journey's own answers is nobody's failure. Some journeys close their page.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  another: async ({ browser, contextOptions, viewport, hasTouch, isMobile, colorScheme }, use) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, viewport, hasTouch, isMobile, colorScheme })
      watch(context, errors)
      contexts.push(context)
      return context
    })
    for (const context of contexts) await context.close()
    expect(errors).toEqual([])
  },
})

/** Console errors (among them what the content security policy refused) and uncaught exceptions. */
function watch(context: BrowserContext, errors: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
}

/** Signs the browser in as a person does, without the pages. A number gets one code a half minute, so once is kept. */
export async function signIn(context: BrowserContext, gaffer: Gaffer, phone: string): Promise<void> {
  const known = kept.get(gaffer) ?? new Map<string, Cookies>()
  kept.set(gaffer, known)
  const cookiesThen = known.get(phone)
  if (cookiesThen) return context.addCookies(cookiesThen)
  const { request } = context
  const ask = () => request.post(`${gaffer.url}/auth/phone/send-code`, { data: { phone } })
  let asked = await ask()
  while (asked.status() === 429) {
    await sleep(Number(asked.headers()['retry-after']) * 1000)
    asked = await ask()
  }
  const code = await gaffer.codeTo(phone)
  const answer = await request.post(`${gaffer.url}/auth/phone/verify-code`, { data: { phone, code } })
  expect(answer.status()).toBe(200)
  const cookies = await context.cookies(gaffer.url)
  for (const { value } of cookies) gaffer.keepOutOfLogs(value)
  known.set(phone, cookies)
}
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
const kept = new WeakMap<Gaffer, Map<string, Cookies>>()

/** Begins in the demonstration's band: who has come into another one in an earlier journey would be asked which. */
export async function inNightBuses(context: BrowserContext, { url }: Gaffer): Promise<void> {
  const { bands } = (await (await context.request.get(`${url}/api/me`)).json()) as { bands: OwnMembership[] }
  const bandId = bands.find(({ band }) => band.name === 'The Night Buses')?.bandId as string
  // Not in the blank page that a new tab may begin with: it has no storage.
  await context.addInitScript((id) => {
    if (location.protocol !== 'about:') localStorage.setItem('gaffer.selectedBandId', id)
  }, bandId)
}

/**
 * While a list is open, the rest of the page is hidden from those who hear it, its heading too; nothing there can have the
 * focus, which axe believes of dialogs only.
 */
export const listIsOpen = ['aria-hidden-focus', 'page-has-heading-one']

/** axe finds nothing, in the theme that the page has and in the other one. */
export async function expectAccessible(page: Page, without: string[] = []): Promise<void> {
  const other = await page.evaluate(() => (document.documentElement.dataset['theme'] === 'light' ? 'dark' : 'light'))
  for (const theme of [null, other]) {
    if (theme) await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    // Again until still: a toast that comes or goes is see-through for a moment.
    await expect(async () => {
      // Its other mode adds up in a page of its own, for the sake of frames, of which there are none.
      const axe = new AxeBuilder({ page }).setLegacyMode()
      // Nothing but colours differs between the themes, and these are the rules that look at them.
      const ofColours = ['color-contrast', 'link-in-text-block']
      const { violations } = await (theme ? axe.withRules(ofColours) : axe.disableRules(without)).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual([])
    }).toPass({ timeout: 15_000 })
  }
  await page.evaluate(
    (name) => (document.documentElement.dataset['theme'] = name === 'light' ? 'dark' : 'light'),
    other,
  )
}

export { expect }
