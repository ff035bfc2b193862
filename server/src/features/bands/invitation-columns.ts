import { sql } from '#platform/db/statement.ts'

/** SQL condition: the invitation `i` can be accepted. */
export const isInvitationOpen = sql`(i.revoked_at is null and i.expires_at > $now and i.uses < i.max_uses)`
