// The browsers of the journeys. scripts/setup/find-browser.mjs finds both for `npm test`.

import type { LaunchOptions } from '@playwright/test'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The whole browser, for `test.use` in the files whose journeys turn on notifications. */
export const chromium = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args,
} satisfies LaunchOptions

/** Chromium without a window: it takes a third less CPU time than the whole browser, and shows no notifications. */
export const headlessShell: LaunchOptions = {
  executablePath: process.env['HEADLESS_SHELL_PATH'] ?? chromium.executablePath,
  args,
}
