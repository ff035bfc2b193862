// The gate's questions to the database: whose session is this, are they in that band, is this feed's member? And the
// reads that carry such a question within themselves, so that they are admitted and answered in one round trip.

import { createHash } from 'node:crypto'
import type { Access } from '@gaffer/domain/access'
import type { Db } from '#platform/db/connection.ts'
import { statement, type PreparedQuery } from '#platform/db/statement.ts'
import type { SessionClaim } from './session.ts'

export type SessionRow = { session_id: string; user_id: string; platform_admin: boolean; is_long_unseen: boolean }
export type ActingRow = SessionRow & {
  membership_id: string | null
  access: Access | null
}

const isLongUnseen = `s.last_seen_at < now() - interval '5 minutes'`

type Claimed = (condition: string) => string
const sessionColumns = `s.id as session_id, s.user_id, u.platform_admin, ${isLongUnseen} as is_long_unseen`
const sessions = `sessions s join users u on u.id = s.user_id`

const person: Claimed = (claimed) => `
  select ${sessionColumns} from ${sessions} where ${claimed} and s.expires_at > now()`

/** The session and the person's active membership of the band. */
const acting: Claimed = (claimed) => `
  select ${sessionColumns}, m.id as membership_id, m.access
  from ${sessions} left join memberships m on m.user_id = s.user_id and m.band_id = $bandId and m.status = 'active'
  where ${claimed} and s.expires_at > now()`

/** The question in its two ways, for a session claimed by the secret in a cookie and for one claimed by a bearer. */
function claimable<Row extends object>(questionOf: Claimed) {
  const byToken: PreparedQuery<Row> = statement(questionOf('s.token_hash = $tokenHash'))
  const byId: PreparedQuery<Row> = statement(questionOf('s.id = $sessionId'))
  return async (db: Db, claim: SessionClaim, values: object = {}): Promise<Row | undefined> => {
    const [row] = await ('tokenHash' in claim ? byToken : byId)(db, { ...values, ...claim })
    return row
  }
}

export const findSession = claimable<SessionRow>(person)
const findActingRow = claimable<ActingRow>(acting)

export function findActing(db: Db, claim: SessionClaim, bandId: string): Promise<ActingRow | undefined> {
  return findActingRow(db, claim, { bandId })
}

/**
 * What a read asks for, as SQL expressions. They name the asking person `$userId`, in a band also `$membershipId` and
 * `$bandId`, and other values as they please. `tags` tell one state of the answer from the next without making it.
 * `rows` are read once, for whoever is admitted, and stand by their names in the others.
 */
export type ReadSql = { json: string; tags?: string[]; rows?: Record<string, string> }
/** `json` is null where nobody was admitted, and where the caller has the answer with that tag already. */
export type Answered<Row> = Row & { tag: string | null; json: string | null }

const asked = {
  person: { question: person, isAdmitted: 'true' },
  member: { question: acting, isAdmitted: 'acting.membership_id is not null' },
}

/** Whether they are admitted is found first, and nothing is read for anybody who is not. */
export function readFor<Row extends object>(who: keyof typeof asked, { json, tags, rows = {} }: ReadSql) {
  const { question, isAdmitted } = asked[who]
  const named = (sql: string) =>
    sql.replace(/\$userId\b/g, 'acting.user_id').replace(/\$membershipId\b/g, 'acting.membership_id')
  const found = Object.entries(rows).map(
    ([name, sql]) => `
      ${name} as materialized (
        select one.* from acting cross join lateral (${named(sql)}) one where ${isAdmitted}),`,
  )
  // The same rows written otherwise are another answer, and so are those that somebody else is shown.
  const format = createHash('sha256')
    .update(found.join('') + json)
    .digest('hex')
    .slice(0, 16)
  const state = `concat_ws(' ', '${format}', acting.user_id, ${named((tags ?? []).join(', '))})`
  const tag = tags ? `encode(sha256(convert_to(${state}, 'UTF8')), 'hex')` : 'null::text'
  const isNews = tags ? `strpos($seen, admitted.tag) = 0` : 'true'
  return claimable<Answered<Row>>(
    (claimed) => `
      with acting as materialized (${question(claimed)}),${found.join('')}
      admitted as materialized (select ${tag} as tag from acting where ${isAdmitted})
      select acting.*, admitted.tag, case when ${isAdmitted} and ${isNews} then (${named(json)})::text end as json
      from acting left join admitted on true`,
  )
}

/** The active membership that a feed was made for, and which version of its addresses is live. */
export async function findSubscriber(
  db: Db,
  membershipId: string,
): Promise<{ user_id: string; band_id: string; feed_version: number } | undefined> {
  const [row] = await db<{ user_id: string; band_id: string; feed_version: number }[]>`
    select user_id, band_id, feed_version from memberships where id = ${membershipId} and status = 'active'`
  return row
}

const marking = statement(`update sessions s set last_seen_at = now() where s.id = $sessionId and ${isLongUnseen}`)

/** Once in five minutes is often enough to say when somebody was here last. */
export async function markSeen(db: Db, sessionId: string): Promise<void> {
  await marking(db, { sessionId })
}
