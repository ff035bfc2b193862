// Runs npm run backup.

import { backUp } from './backup.ts'
import { runErrand } from './errand.ts'

await runErrand('backup', backUp)
