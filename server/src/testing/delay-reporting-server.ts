// A server process that reports its longest event-loop delay to its parent.

import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readConfig } from '#config.ts'
import type { DatabaseAddress } from '#platform/db/connection.ts'
import { startGaffer } from '#start.ts'
import { testKeyEnvironment } from './test-keys.ts'

const database = JSON.parse(process.env['TEST_DATABASE'] ?? '') as DatabaseAddress
const config = readConfig({
  ...testKeyEnvironment,
  LOG_LEVEL: 'silent',
  RATE_LIMIT: 'off',
})
const gaffer = await startGaffer(config, { database, deadlineMs: 30_000 })
await gaffer.app.listen({ port: 0, host: '127.0.0.1' })
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('message', (message) => {
  if (message === 'begin') delay.reset()
  if (message === 'end') process.send?.(delay.max / 1e6)
})
process.once('disconnect', () => void gaffer.stop())
process.send?.((gaffer.app.server.address() as AddressInfo).port)
