// npm run check: everything that only reads the source. Fast enough for every save.
import './setup/require-node.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { endWhenTold } from './setup/pinned-node.mjs'
import { runStage, staticStages } from './stages.mjs'

await ensureInstalled()
endWhenTold()
const outcomes = []
for (const stage of staticStages) outcomes.push(await runStage(stage))
if (outcomes.some(({ passed }) => !passed)) process.exitCode = 1
