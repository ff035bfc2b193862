// Starts the server of the browser journeys with their band.

import { runGaffer } from '#run.ts'
import { seedJourneyBand } from './journey-band.ts'

await runGaffer(seedJourneyBand)
