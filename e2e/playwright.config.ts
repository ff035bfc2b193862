// The browser journeys. All but those of the Spotify pop-up run on a phone; those with the tag @desk also run on a desktop. Three files
// run at a time, because journeys often wait.

import { defineConfig } from '@playwright/test'
import { headlessShellOptions } from './browsers.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/e2e',
  globalSetup: './global-setup.ts',
  workers: 3,
  // A test that passes only on a retry has failed.
  retries: 0,
  // Only a hanging journey reaches this limit, also on a busy machine. Each step has its own limit: a service worker that stores
  // all files of the app, for example, takes ten seconds beside other work.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  use: {
    colorScheme: 'dark',
    // Requests of a service worker bypass the routes of a journey. The offline journeys allow it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Asia/Kathmandu',
    // A trace of every journey takes a quarter of the CPU time. `--trace on` records one of a single file.
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: headlessShellOptions,
  },
  projects: [
    {
      name: 'phone',
      // These journeys run on the desk project only, where the pop-up has its own size.
      testIgnore: /spotify-connecting\.spec\.ts/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desk',
      // Only journeys whose layout or input differs on a wide screen. Other journeys would prove the same twice.
      grep: /@desk/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
