// Starts the server and fills an unused data folder with the demo bands.

import { runGaffer } from '#run.ts'
import { seedDemo } from './seed.ts'

await runGaffer(seedDemo)
