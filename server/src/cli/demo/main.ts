// Starts the server and seeds demo data if the database is empty.

import { runGaffer } from '#run.ts'
import { seedDemo } from './seed.ts'

await runGaffer(seedDemo)
