// axe in the pages of the journeys.

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { isAlwaysDark } from '@gaffer/domain/routes'

/**
 * Rules that axe must skip while a listbox is open: it hides the rest of the page, with its heading, from screen readers and
 * keeps the focus inside, which axe recognizes for dialogs only.
 */
export const listboxDisabledRules = ['aria-hidden-focus', 'page-has-heading-one']

type AxeOptions = {
  disabledRules?: string[]
  /** Checks an open dialog, menu or listbox without the page behind it. */
  isOverlayAlone?: boolean
  /** The only rules to run; all rules if undefined. */
  rules?: string[]
}

/** axe finds no violation, in the page's theme and in the other one. */
export async function expectAccessible(page: Page, options: AxeOptions = {}): Promise<void> {
  await runAxe(page, options)
  if (isAlwaysDark(new URL(page.url()).pathname)) return
  await toggleTheme(page)
  await runAxe(page, { ...options, rules: colorRules })
  await toggleTheme(page)
}

/**
 * `expectAccessible` at 390 and 1280 px; at 320 px all targets are large enough and nothing scrolls sideways. Starts and ends at 390 px.
 * An open overlay hides the rest of the page, which was checked before it opened: it is checked alone.
 */
export async function expectAccessibleAtEveryWidth(page: Page): Promise<void> {
  await expectAccessible(page, { isOverlayAlone: true })
  await page.setViewportSize({ width: 320, height: 700 })
  await runAxe(page, { isOverlayAlone: true, rules: ['target-size'] })
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page, { isOverlayAlone: true })
  await page.setViewportSize({ width: 390, height: 844 })
}

// A theme changes colours only, and these are the rules that read colours. All rules in one theme and these in the other are
// therefore the whole matrix. 320 px shows the elements of 390 px in smaller boxes.
const colorRules = ['color-contrast', 'link-in-text-block']

/** The selector of the innermost open overlay. */
async function openOverlay(page: Page): Promise<string | undefined> {
  for (const role of ['listbox', 'menu', 'alertdialog', 'dialog']) {
    const selector = `[role=${role}][data-state=open]`
    if ((await page.locator(selector).count()) > 0) return selector
  }
  return undefined
}

function toggleTheme(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset['theme'] = dataset['theme'] === 'light' ? 'dark' : 'light'
  })
}

async function runAxe(page: Page, { disabledRules = [], isOverlayAlone = false, rules }: AxeOptions): Promise<void> {
  const disabled = Object.fromEntries(disabledRules.map((id) => [id, { enabled: false }]))
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // Repeated until it passes: a toast or overlay that opens or closes is transparent for a moment, or gone.
  await expect(async () => {
    // axe has half a megabyte: it is injected once per document. Legacy mode opens no second page, which axe needs for frames only.
    const isInjected = await page.evaluate(() => 'axe' in window)
    const axe = new AxeBuilder({ page, ...(isInjected && { axeSource: 'undefined' }) })
    const overlay = isOverlayAlone ? await openOverlay(page) : undefined
    if (overlay) axe.include(overlay)
    const { violations } = await axe
      .options({
        resultTypes: ['violations'],
        ...(rules
          ? { runOnly: { type: 'rule', values: rules } }
          : { rules: { 'target-size': { enabled: true }, ...disabled } }),
      })
      .setLegacyMode()
      .analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual([])
  }).toPass({ timeout: 15_000 })
}
