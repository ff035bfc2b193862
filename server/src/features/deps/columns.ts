import { scheduleSql } from '#features/events/columns.ts'
import { instantSql } from '#platform/db/sql.ts'

/** SQL condition: the band must not ask the number of its dep `d`. */
export const doNotAskSql = `
  exists (select from dep_refusals f where f.band_id = d.band_id and f.phone_mac = d.phone_mac)`

/** SQL: the requests to deps for the event `e` for a band file. */
export const fileDepRequestsJsonSql = `(
  select coalesce(json_agg(json_build_object(
    'mode', r.mode, 'waitMinutes', r.wait_minutes, 'instrument', r.instrument, 'feePence', r.fee_pence,
    'coversMembershipId', r.covers_membership_id, 'requestedByMembershipId', r.requested_by,
    'createdAt', ${instantSql('r.requested_at')}, 'withdrawnAt', ${instantSql('r.withdrawn_at')}, 'asks', coalesce((
      select json_agg(json_build_object(
        'depId', a.dep_id, 'askedAt', ${instantSql('a.asked_at')}, 'failedAt', ${instantSql('a.failed_at')},
        'answer', a.answer, 'answeredAt', ${instantSql('a.answered_at')},
        'isStale', coalesce(a.answer = 'yes' and a.answered_schedule <> ${scheduleSql}, false)) order by a.position)
      from dep_asks a where a.band_id = r.band_id and a.request_id = r.id), '[]')) order by r.requested_at, r.id), '[]')
  from dep_requests r where r.band_id = e.band_id and r.event_id = e.id)`
