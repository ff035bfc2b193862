// The unit and API tests. A zone far from London with an odd offset makes a forgotten time zone fail.

import { defineConfig } from 'vitest/config'
import { storedReadsPlugin } from './web/build/stored-reads-plugin.ts'

process.env['TZ'] = 'Asia/Kathmandu'

// Only a hanging test reaches this limit, also property tests on a busy machine.
const testTimeout = 120_000
// The same for expect.poll, which continues as soon as its condition holds.
const expectation = { poll: { timeout: 20_000 } }
// Loading the modules of the server takes over a second of CPU time: with this, once per worker instead of once per file.
const isolate = false

const webTest = {
  root: 'web',
  isolate,
  setupFiles: ['src/testing/shared-worker.ts'],
  // Anew for each file, like the app's own modules: one keeps the databases, the other their classes.
  // The domain has no state: it is loaded once per worker, by Node itself.
  server: { deps: { inline: ['fake-indexeddb', 'idb'], external: [/\/domain\/src\//] } },
  testTimeout,
  hookTimeout: testTimeout,
  expect: expectation,
}

export default defineConfig({
  test: {
    // More than cores: tests often wait for a process or a timeout.
    maxWorkers: 5,
    projects: [
      {
        test: {
          name: 'domain',
          root: 'domain',
          isolate,
          testTimeout,
          expect: expectation,
          include: ['src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'fakes',
          root: 'tools/fakes',
          isolate,
          testTimeout,
          expect: expectation,
          include: ['src/**/*.test.ts'],
        },
      },
      { plugins: [storedReadsPlugin()], test: { ...webTest, name: 'web', include: ['{src,build}/**/*.test.ts'] } },
      // A project of its own: vitest ends a worker when the next file needs another environment.
      {
        plugins: [storedReadsPlugin()],
        test: { ...webTest, name: 'web-dom', environment: 'happy-dom', include: ['src/**/*.test.tsx'] },
      },
      {
        test: {
          name: 'embedded-postgres',
          root: 'tools/embedded-postgres',
          include: ['src/**/*.test.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectation,
        },
      },
      {
        test: {
          name: 'chaos',
          root: 'tools/chaos',
          include: ['*.test.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectation,
        },
      },
      {
        test: {
          name: 'scripts',
          root: 'scripts',
          include: ['**/*.test.mjs'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectation,
        },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          isolate,
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/test-database.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectation,
        },
      },
    ],
  },
})
