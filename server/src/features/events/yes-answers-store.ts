import { preparedQuery } from '#platform/db/prepared-query.ts'
import { instantSql } from '#platform/db/sql.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { isAnswerStaleSql } from './columns.ts'

export type YesAnswer = { eventId: string; membershipId: string; answeredAt: string }

/** The Yes answers to these events, without those from before a change of the event. */
export const listYesAnswers = preparedQuery<YesAnswer, MemberContext & { eventIds: readonly string[] }>(`
  select a.event_id as "eventId", a.membership_id as "membershipId", ${instantSql('a.answered_at')} as "answeredAt"
  from answers a join events e on e.band_id = a.band_id and e.id = a.event_id
  where a.band_id = $bandId and a.event_id = any($eventIds::uuid[]) and a.answer = 'yes' and not (${isAnswerStaleSql})`)
