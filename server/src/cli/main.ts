// The operator’s commands: `npm run backup`, `restore`, `invite`, `person`, `jobs` and `rotate-key`.

import { backupCommand, restoreCommand } from '#cli/backup/commands.ts'
import { inviteCommand } from './invite.ts'
import { jobsCommand } from './jobs.ts'
import { personCommand } from './person.ts'
import { rotateKeyCommand } from './rotate-key.ts'
import { runCommand } from './run-command.ts'

const [name, ...args] = process.argv.slice(2)
if (name === 'backup') await runCommand(backupCommand, args)
else if (name === 'restore') await runCommand(restoreCommand, args)
else if (name === 'invite') await runCommand(inviteCommand, args)
else if (name === 'person') await runCommand(personCommand, args)
else if (name === 'jobs') await runCommand(jobsCommand, args)
else if (name === 'rotate-key') await runCommand(rotateKeyCommand, args)
else {
  console.error('Commands: backup, restore, invite, person, jobs, rotate-key')
  process.exitCode = 2
}
