// npm run invite: lets in the founder of a new band, by a printed link or (-- --phone 07…) by text.
import './setup/require-node.mjs'
import { runTool } from './setup/launch.mjs'

await runTool('server/src/cli/invite/main.ts')
