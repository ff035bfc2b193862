import { displayDate } from '@gaffer/domain/dates'
import { inviteFounder, inviteFounderByPhone } from '#features/invitations/founder.ts'
import { migrate } from '#platform/db/migrate.ts'
import { startJobs } from '#platform/jobs.ts'
import { parseMobileNumber, type Command } from './run-command.ts'

/** Prints the link of an invitation for the founder of a new band. With --phone a running server, or the next one, texts it. */
export const inviteCommand: Command<{ phone: string | undefined }> = {
  usage: `npm run invite              prints a link that lets in the founder of one new band
npm run invite -- --phone 07…  the same for that number only, and texts it there`,
  options: { phone: { type: 'string' } },
  parse({ positionals, values: { phone } }, config) {
    if (positionals.length > 0) return null
    return { phone: typeof phone === 'string' ? parseMobileNumber(phone, config) : undefined }
  },
  async run({ config, db, address }, { phone }) {
    await migrate(db)
    if (phone === undefined) {
      const { inviteLink, expiresAt } = await inviteFounder({ config }, db, null)
      return `Founder invitation (works once, until ${displayDate(expiresAt.slice(0, 10))}): ${inviteLink}`
    }
    const jobs = await startJobs(address, (error) => console.error(error.message))
    const { expiresAt } = await inviteFounderByPhone({ jobs }, db, phone).finally(() => jobs.stop())
    return `A founder invitation goes to ${phone} by text (works once, until ${displayDate(expiresAt.slice(0, 10))})`
  },
}
