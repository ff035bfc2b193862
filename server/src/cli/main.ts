// The operator’s commands: `npm run backup`, `restore`, `invite` and `person`.

import { backupCommand, restoreCommand } from '#cli/backup/commands.ts'
import { inviteCommand } from './invite.ts'
import { personCommand } from './person.ts'
import { runCommand } from './run-command.ts'

const [name, ...args] = process.argv.slice(2)
if (name === 'backup') await runCommand(backupCommand, args)
else if (name === 'restore') await runCommand(restoreCommand, args)
else if (name === 'invite') await runCommand(inviteCommand, args)
else if (name === 'person') await runCommand(personCommand, args)
else {
  console.error('Commands: backup, restore, invite, person')
  process.exitCode = 2
}
