import { rotateLinkKey } from '#platform/links.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { Command } from './run-command.ts'

/** Signs new links with a new key. Links that were sent before keep working until they expire. */
export const rotateKeyCommand: Command<true> = {
  usage: 'npm run rotate-key    signs new links with a new key; old links keep working until they end',
  parse: (args) => args.length === 0 || null,
  async run({ db }) {
    await migrate(db)
    const id = await rotateLinkKey(db)
    return `From now on links are signed with key ${id}. Links signed before work until they end, 13 months at most. Nothing needs a restart.`
  },
}
