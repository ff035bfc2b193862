// npm run invite: lets in the founder of a new band, by a printed link or (-- --phone 07…) by text.
import './setup/require-node.mjs'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './setup/install.mjs'
import { continueInPinnedNode, isPinnedNode } from './setup/pinned-node.mjs'
import { inRepository } from './setup/repository.mjs'

await ensureInstalled()
if (!isPinnedNode()) await continueInPinnedNode()
await import(pathToFileURL(inRepository('server/src/invite/main.ts')).href)
