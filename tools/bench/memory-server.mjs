// The server that tools/bench/memory.mjs loads: configured as in production, except that push services and calendars may be on loopback and
// notices are sent within seconds.

const importServerModule = (/** @type {string} */ file) =>
  import(new URL(`../../server/src/${file}`, import.meta.url).href)
const { readConfig } = await importServerModule('config.ts')
const { startGaffer } = await importServerModule('start.ts')

const config = { ...readConfig(process.env), allowPrivateFetch: true, noticeSettleSeconds: 1, quietHours: null }
const gaffer = await startGaffer(config)
await gaffer.app.listen({ port: config.port, host: '127.0.0.1' })
process.once('SIGTERM', async () => {
  await gaffer.stop()
  process.exit(0)
})
