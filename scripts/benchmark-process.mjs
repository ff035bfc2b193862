// Runs one benchmark in this process: its file is the first argument, its own options follow. Sends the parent a message when the
// benchmark is complete.
import { pathToFileURL } from 'node:url'
import { exitOnSignal } from './setup/pinned-node.mjs'

exitOnSignal()
const [file] = process.argv.splice(2, 1)
if (file === undefined) throw new Error('Usage: benchmark-process.mjs FILE [options]')
await import(pathToFileURL(file).href)
process.send?.({ isComplete: true })
