// npm run chaos -- --minutes N: injects faults into a test server under writes, and counts what is lost, applied twice or sent twice.
// npm run chaos -- fuzz N: sends N generated requests (by default 500) to each endpoint, with a new seed.
import './setup/require-node.mjs'
import { setUpAndRunTool } from './setup/launch.mjs'
import { runStage } from './stages.mjs'

if (process.argv[2] === 'fuzz') {
  const env = { GENERATED_REQUESTS: process.argv[3] ?? '500', GENERATED_SEED: String(Date.now() % 2 ** 31) }
  const args = ['run', '--project', 'server', 'src/http/generated-bodies.test.ts']
  const { passed } = await runStage({ name: 'generated requests', command: 'vitest', args, env, minutes: 60 })
  if (!passed) process.exitCode = 1
} else {
  await setUpAndRunTool('tools/chaos/main.ts')
}
