// The members and events of a band file. Other features read them in other forms.

import type { BandFile } from '@gaffer/domain/band-file/band-file'
import {
  eventColumnsSqlFor,
  eventFieldNames,
  fileChangesJsonSql,
  isAnswerStaleSql,
  nameInBandSql,
} from '#features/events/columns.ts'
import { isTickOnPracticeDaySql } from '#features/practice/columns.ts'
import { fileDepRequestsJsonSql } from '#features/deps/columns.ts'
import { gigSheetJsonSql } from '#features/gig-sheets/columns.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import { instantSql } from '#platform/db/sql.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

export type ExportedMember = Omit<BandFile['members'][number], 'pictureId'> & { avatarUrl: string | null }
export type ExportedEvent = BandFile['events'][number]

// The address of a member who has joined belongs to their account.
/** The members by id, with the name and the picture that the band sees. */
export const listExportedMembers = preparedQuery<ExportedMember, MemberContext>(`
  select m.id, ${nameInBandSql} as "displayName", m.role, m.access, m.icon, m.color,
    case when m.user_id is null then m.email end as email, coalesce(m.avatar_url, p.avatar_url) as "avatarUrl"
  from memberships m left join users p on p.id = m.user_id
  where m.band_id = $bandId order by m.id`)

/** Events by date and id, those after the given one. */
export const listExportedEventsAfter = preparedQuery<
  ExportedEvent,
  MemberContext & { date: string; id: string; most: number }
>(`
  select e.id, ${eventColumnsSqlFor(eventFieldNames)}, e.added_by as "addedByMembershipId", e.series_id as "seriesId",
    e.edited_by_hand as "isEditedByHand", e.option_group_id as "optionGroupId", e.option_number as "optionNumber",
    e.option_count as "optionCount",
    (select coalesce(json_agg(json_build_object(
      'membershipId', a.membership_id, 'answer', a.answer, 'comment', a.comment,
      'isStale', ${isAnswerStaleSql}, 'setBy', a.set_by,
      'answeredAt', ${instantSql('a.answered_at')}) order by a.membership_id), '[]')
      from answers a where a.band_id = e.band_id and a.event_id = e.id) as answers,
    (select coalesce(json_agg(p.song_id order by p.song_id), '[]')
      from practised_songs p join songs s on s.band_id = p.band_id and s.id = p.song_id and s.deleted_at is null
      where p.band_id = e.band_id and p.event_id = e.id and ${isTickOnPracticeDaySql}) as "practisedSongIds",
    (select ${gigSheetJsonSql()} from gig_sheets g where g.band_id = e.band_id and g.event_id = e.id) as "gigSheet",
    e.moved_from as "movedFrom", ${instantSql('e.created_at')} as "createdAt", ${fileDepRequestsJsonSql} as "depRequests",
    ${fileChangesJsonSql} as changes
  from events e
  where e.band_id = $bandId and e.deleted_at is null and (e.date, e.id) > ($date::date, $id::uuid)
  order by e.date, e.id limit $most`)
