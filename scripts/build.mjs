// npm run build: packages and pages, for a server that is started by itself from a folder that it may not write to.
import './setup/require-node.mjs'
import { ensurePagesBuilt } from './setup/build-pages.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { continueInPinnedNode, isPinnedNode } from './setup/pinned-node.mjs'

await ensureInstalled()
if (!isPinnedNode()) await continueInPinnedNode()
await ensurePagesBuilt()
