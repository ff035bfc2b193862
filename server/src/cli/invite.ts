import { formatDate } from '@gaffer/domain/shared/dates'
import { inviteFounder } from '#features/invitations/founder.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { Command } from './run-command.ts'

/** Prints the link of an invitation for the founder of a new band. */
export const inviteCommand: Command<true> = {
  usage: 'npm run invite    prints a link that lets in the founder of one new band',
  parse: (args) => args.length === 0 || null,
  async run({ config, db }) {
    await migrate(db)
    const { inviteLink, expiresAt } = await inviteFounder({ config }, db, null)
    return `Founder invitation (works once, until ${formatDate(expiresAt.slice(0, 10))}): ${inviteLink}`
  },
}
