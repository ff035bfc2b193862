// npm run demo: like npm start, with a separate data folder that contains a demo band.
import './setup/require-node.mjs'
import { launch } from './setup/launch.mjs'
import { inRepository } from './setup/repository.mjs'

process.env['DATA_DIR'] ||= process.getuid?.() === 0 ? '/var/lib/gaffer-demo' : inRepository('.demo')
// The fake push service is on loopback.
process.env['ALLOW_PRIVATE_FETCH'] ||= '1'
// The terminal shows addresses and phone numbers only.
process.env['LOG_LEVEL'] ||= 'warn'
await launch('server/src/cli/demo/main.ts')
