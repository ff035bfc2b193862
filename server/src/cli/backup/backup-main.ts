// Runs npm run backup.

import { backUp } from './backup.ts'
import { runFileCommand } from './cli.ts'

await runFileCommand('backup', backUp)
