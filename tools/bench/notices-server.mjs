// The server that tools/bench/notices.mjs and tools/bench/reminders.mjs measure. Gets the database and commands from its parent over IPC,
// and exits when the parent exits.

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { readConfig } = await importServerModule('config.ts')
const { startGaffer } = await importServerModule('start.ts')
const { testKeyEnvironment } = await importServerModule('testing/test-keys.ts')
const { queueDueReminders } = await importServerModule('features/notices/reminders.ts')

const stopping = new AbortController()

process.once('message', async (/** @type {{ database: object }} */ { database }) => {
  const notices = { NOTICE_QUIET_HOURS: 'off', ALLOW_PRIVATE_FETCH: '1' }
  const environment = { ...testKeyEnvironment, ...notices, RATE_LIMIT: 'off', LOG_LEVEL: 'error' }
  const gaffer = await startGaffer(readConfig(environment), { database })
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', async (/** @type {{ remindAt: number }} */ { remindAt }) => {
    // After a kill, the next process repeats the run from its beginning, as the queue does.
    await queueDueReminders(gaffer.services, remindAt, stopping.signal)
  })
  process.once('disconnect', () => {
    stopping.abort()
    void gaffer.stop().then(() => process.exit(0))
  })
  process.send?.({ url })
})
