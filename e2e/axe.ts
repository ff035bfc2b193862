// Checks the accessibility of the pages of journeys with axe.

import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import type { RunOptions } from 'axe-core'
import { isAlwaysDark } from '@gaffer/domain/routes'

// The minified file: parsing it takes half the time of the readable file.
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Rules that axe must skip while a listbox is open: it hides the rest of the page, with its heading, from screen readers and
 * keeps the focus inside, which axe recognizes for dialogs only.
 */
export const rulesDisabledForListbox = ['aria-hidden-focus', 'page-has-heading-one']

type AxeOptions = {
  disabledRules?: string[]
  /** Checks an open dialog, menu or listbox without the page behind it. */
  isOverlayAlone?: boolean
}

/** Fails if axe finds a violation in the page's theme or, on a page that is not always dark, in the other theme. */
export async function expectAccessible(page: Page, options: AxeOptions = {}): Promise<void> {
  const { disabledRules = [] } = options
  const disabled = Object.fromEntries(disabledRules.map((id) => [id, { enabled: false }]))
  const runs: RunOptions[] = [{ rules: { 'target-size': { enabled: true }, ...disabled } }]
  if (!isAlwaysDark(new URL(page.url()).pathname)) runs.push(makeRuleOptions(colorRules))
  await runAxe(page, runs, options)
}

/**
 * `expectAccessible` at 390 and 1280 px; at 320 px all targets are large enough and nothing scrolls sideways. Starts and ends at 390 px.
 * An open overlay is checked alone: it hides the rest of the page, which was checked before the overlay opened.
 */
export async function expectAccessibleAtEveryWidth(page: Page): Promise<void> {
  await expectAccessible(page, { isOverlayAlone: true })
  await page.setViewportSize({ width: 320, height: 700 })
  await runAxe(page, [makeRuleOptions(['target-size'])], { isOverlayAlone: true })
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessible(page, { isOverlayAlone: true })
  await page.setViewportSize({ width: 390, height: 844 })
}

// A theme changes colours only, and only these rules read colours: all rules in one theme and these rules in the other theme find every
// violation. 320 px shows the elements of 390 px in smaller boxes.
const colorRules = ['color-contrast', 'link-in-text-block']
const makeRuleOptions = (values: string[]): RunOptions => ({ runOnly: { type: 'rule', values } })

/** Runs axe with each of `runs`: with the first in the page's theme, with the second in the other theme. */
async function runAxe(page: Page, runs: RunOptions[], { isOverlayAlone = false }: AxeOptions): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Repeated until it passes: a toast or overlay that opens or closes is transparent for a moment, or gone.
  await expect(async () => expect(await page.evaluate(findViolations, { runs, isOverlayAlone })).toEqual([])).toPass({
    timeout: 30_000,
  })
}

/** Runs in the page: one call from the test to the page takes as long as some rules. */
async function findViolations({ runs, isOverlayAlone }: { runs: RunOptions[]; isOverlayAlone: boolean }) {
  const { axe } = window as unknown as { axe: typeof axeCore }
  const roles = ['listbox', 'menu', 'alertdialog', 'dialog'].map((role) => `[role=${role}][data-state=open]`)
  const found: string[] = []
  const { dataset } = document.documentElement
  const theme = dataset['theme']
  for (const [index, run] of runs.entries()) {
    if (index > 0) dataset['theme'] = theme === 'light' ? 'dark' : 'light'
    try {
      while (document.getAnimations().some(({ playState }) => playState === 'running')) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      const overlaySelector = isOverlayAlone && roles.find((selector) => document.querySelector(selector))
      // `no-passes` takes a tenth less CPU time than a report with the passed rules. The page in the only frame is checked by itself.
      const options: RunOptions = { ...run, reporter: 'no-passes', iframes: false }
      const { violations } = await axe.run(overlaySelector || document, options)
      found.push(...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`))
    } finally {
      if (theme === undefined) delete dataset['theme']
      else dataset['theme'] = theme
    }
  }
  return found
}
