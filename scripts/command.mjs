// npm run backup, restore, invite, person, jobs and rotate-key: runs a command of server/src/cli/main.ts with the pinned Node.
import './setup/require-node.mjs'
import { setUpAndRunTool } from './setup/launch.mjs'

await setUpAndRunTool('server/src/cli/main.ts')
