// npm run person: what an operator does for one person who asks (a lost phone, another number, erasure).
import './setup/require-node.mjs'
import { runTool } from './setup/launch.mjs'

await runTool('server/src/cli/person/main.ts')
