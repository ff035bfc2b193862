// npm run restore FILE: a backup into a database that nobody uses yet, while Gaffer does not run.
import './setup/require-node.mjs'
import { runTool } from './setup/launch.mjs'

await runTool('server/src/cli/backup/restore-main.ts')
