// npm run backup, restore, invite and person: runs a command of server/src/cli/main.ts with the pinned Node.
import './setup/require-node.mjs'
import { runTool } from './setup/launch.mjs'

await runTool('server/src/cli/main.ts')
