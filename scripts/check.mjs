// npm run check: types, lint, format, house rules and the rules of features.
import './setup/require-node.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { exitOnSignal } from './setup/pinned-node.mjs'
import { runStage, staticStages } from './stages.mjs'

await ensureInstalled()
exitOnSignal()
const outcomes = []
for (const stage of staticStages) outcomes.push(await runStage(stage))
if (outcomes.some(({ passed }) => !passed)) process.exitCode = 1
