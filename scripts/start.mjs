// npm start: a fresh clone becomes a running Gaffer; a clone that ran before is up in a moment.
import './setup/require-node.mjs'
import { launch } from './setup/launch.mjs'

await launch('server/src/main.ts')
