// Starts Gaffer with a band in it that has been playing for a while. Only on a data folder that nobody has used yet.

import { runGaffer } from '#run.ts'
import { seedDemo } from './seed.ts'

await runGaffer(seedDemo)
