// The browser journeys: on a phone and on a desk, two files at a time.

import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/e2e',
  globalSetup: './global-setup.ts',
  workers: 2,
  // What passes only when it is tried again does not hold.
  retries: 0,
  // Machines are busy: only what hangs should run out of time, and each step has a limit of its own.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    colorScheme: 'dark',
    // Answers that a journey makes up never reach a page through one. Journeys without a network let it in.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Asia/Kathmandu',
    trace: 'retain-on-failure',
    actionTimeout: 10_000,
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // What no width changes is walked once: it would cost the gate its time.
    {
      name: 'phone',
      testIgnore: /spotify-connecting\.spec\.ts/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desk',
      testIgnore:
        /(add-song|admin|debug|double-tap|identity|google-and-invitations|live|main-journey|markup|offline|production|songs|spotify|unsaved)\.spec\.ts/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
