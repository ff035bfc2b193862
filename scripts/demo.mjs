// npm run demo: like npm start, with a separate data folder that contains the demo bands.
import './setup/require-node.mjs'
import { setUpAndStartServer } from './setup/launch.mjs'
import { repositoryPath } from './setup/repository.mjs'

process.env['DATA_DIR'] ||= process.getuid?.() === 0 ? '/var/lib/gaffer-demo' : repositoryPath('.demo')
// Allows requests to loopback, where the fake push service is.
process.env['ALLOW_PRIVATE_FETCH'] ||= '1'
process.env['SONG_LISTS'] ||= 'open'
// The terminal shows addresses and phone numbers only.
process.env['LOG_LEVEL'] ||= 'warn'
await setUpAndStartServer('server/src/cli/demo/main.ts')
