// npm run backup FILE: everything in the database into one file, while Gaffer runs or not.
import './setup/require-node.mjs'
import { runTool } from './setup/launch.mjs'

await runTool('server/src/cli/backup/backup-main.ts')
