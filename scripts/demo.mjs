// npm run demo: as npm start, with a data folder of its own and a band in it to play with.
import './setup/require-node.mjs'
import { launch } from './setup/launch.mjs'
import { inRepository } from './setup/repository.mjs'

process.env['DATA_DIR'] ||= process.getuid?.() === 0 ? '/var/lib/gaffer-demo' : inRepository('.demo')
await launch('server/src/cli/demo/main.ts')
