// One of the two servers that tools/bench/live.mjs measures. Gets the database and commands from its parent over IPC, and exits when the
// parent exits.

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { readConfig } = await importServerModule('config.ts')
const { startGaffer } = await importServerModule('start.ts')
const { testKeyEnvironment } = await importServerModule('testing/test-keys.ts')
const { eventsApi } = await import(new URL('../../domain/src/events/api.ts', import.meta.url).href)

process.once('message', async (/** @type {{ database: object }} */ { database }) => {
  const environment = { ...testKeyEnvironment, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' }
  const gaffer = await startGaffer(readConfig(environment), { database })
  const url = await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', (/** @type {{ command: string, changes?: string }} */ { command, changes }) => {
    if (command === 'changes') eventsApi.addEvent.changes = changes
    globalThis.gc?.()
    process.send?.({ bytes: process.memoryUsage().rss })
  })
  process.once('disconnect', () => void gaffer.stop().then(() => process.exit(0)))
  process.send?.({ url })
})
