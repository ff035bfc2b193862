// Runs npm run restore.

import { restore } from './restore.ts'
import { runFileCommand } from './cli.ts'

await runFileCommand('restore', restore)
