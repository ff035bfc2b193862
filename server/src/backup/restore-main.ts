// Runs npm run restore.

import { restore } from './restore.ts'
import { runErrand } from './errand.ts'

await runErrand('restore', restore)
