// The browsers of the journeys. scripts/setup/find-browser.mjs finds both for `npm test`.

import type { LaunchOptions } from '@playwright/test'

const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The whole browser, for `test.use` in the files whose journeys turn on notifications. */
export const fullChromiumOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: chromiumArguments,
} satisfies LaunchOptions

/** Chromium without a window: it takes a third less CPU time than the whole browser, and shows no notifications. */
export const headlessShellOptions: LaunchOptions = {
  executablePath: process.env['HEADLESS_SHELL_PATH'] ?? fullChromiumOptions.executablePath,
  args: chromiumArguments,
}
