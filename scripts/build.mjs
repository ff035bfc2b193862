// npm run build: installs packages and builds the pages, for a server that runs without write access to the clone.
import './setup/require-node.mjs'
import { ensurePagesBuilt } from './setup/build-pages.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { continueInPinnedNode, isRunningPinnedNode } from './setup/pinned-node.mjs'

await ensureInstalled()
if (!isRunningPinnedNode()) await continueInPinnedNode()
await ensurePagesBuilt()
