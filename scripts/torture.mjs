// npm run torture -- --minutes N: kills, stops and starves a Gaffer of its own under writes, and counts what was lost.
// npm run torture -- fuzz: the generated requests of the tests, 500 to each call and never the same.
import './setup/require-node.mjs'
import { runTool } from './setup/launch.mjs'
import { runStage } from './stages.mjs'

if (process.argv[2] === 'fuzz') {
  const env = { GENERATED_REQUESTS: process.argv[3] ?? '500', GENERATED_SEED: String(Date.now() % 2 ** 31) }
  const args = ['run', '--project', 'server', 'src/http/generated-bodies.test.ts']
  const { passed } = await runStage({ name: 'generated requests', command: 'vitest', args, env, minutes: 60 })
  if (!passed) process.exitCode = 1
} else {
  await runTool('server/src/torture/main.ts')
}
