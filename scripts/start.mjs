// npm start: installs packages and builds pages if needed, then starts the server.
import './setup/require-node.mjs'
import { setUpAndStartServer } from './setup/launch.mjs'

await setUpAndStartServer('server/src/main.ts')
