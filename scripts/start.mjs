// npm start: installs packages and builds pages if needed, then starts the server.
import './setup/require-node.mjs'
import { launch } from './setup/launch.mjs'

await launch('server/src/main.ts')
