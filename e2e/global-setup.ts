// Creates the seeds before the first journey; every server under test starts on a copy of one.

import { createSeeds } from './app-server.ts'

// oxlint-disable-next-line import/no-default-export -- Playwright requires it
export default createSeeds
