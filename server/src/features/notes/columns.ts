// Columns of a note in responses. The SQL refers to a row of `notes` as `note`.

import type { NoteSubjectKind } from '@gaffer/domain/notes/note'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { formerMemberName } from '@gaffer/domain/bands/member'
import { membershipOfUser, nameInBand, nameOfUser } from '#features/events/conditions.ts'
import { isoText, literal, sql } from '#platform/db/statement.ts'

/** For each kind of thread, the table of its subject and the column of `notes` that refers to the subject. */
export const subjectTables = {
  event: { table: sql`events`, column: sql`event_id` },
  song: { table: sql`songs`, column: sql`song_id` },
  setlist: { table: sql`setlists`, column: sql`setlist_id` },
  recording: { table: sql`recordings`, column: sql`recording_id` },
} as const satisfies Record<NoteSubjectKind, object>

const bandOfNote = sql`note.band_id`

/** The membership id of the writer; null if the writer has left the band. */
const writerIdColumn = sql`coalesce(note.written_by, ${membershipOfUser(sql`note.user_id`, bandOfNote)})`

/** The writer's present name, for a former member the name when they left, for an imported note the name in the band file. */
export const writerName = sql`
  case
    when note.written_by is not null then (
      select ${nameInBand} from memberships m left join users p on p.id = m.user_id
      where m.band_id = note.band_id and m.id = note.written_by)
    when note.user_id is null then coalesce(note.member_name, ${literal(formerMemberName)})
    else ${nameOfUser(sql`note.user_id`, bandOfNote)} end`

const votesOfChoice = sql`
  select json_agg(v.membership_id order by v.voted_at, v.membership_id) from note_votes v
  where v.band_id = note.band_id and v.note_id = note.id and (c.choice ->> 'id')::uuid = any(v.choice_ids)`

/** The poll with its votes; null for a note without a poll and for a hidden note. */
const pollColumn = sql`
  case when note.poll is not null and note.hidden_at is null then json_build_object(
    'choices', (
      select json_agg(
        json_build_object('id', c.choice ->> 'id', 'label', c.choice ->> 'label', 'membershipIds', coalesce((${votesOfChoice}), '[]'))
        order by c.place)
      from jsonb_array_elements(note.poll -> 'choices') with ordinality as c (choice, place)),
    'allowsSeveral', note.poll -> 'allowsSeveral', 'closesOn', note.poll -> 'closesOn') end`

/** The subject of a note as JSON. */
export const aboutColumn = sql`
  json_build_object(
    'kind', case when note.event_id is not null then 'event' when note.song_id is not null then 'song'
      when note.setlist_id is not null then 'setlist' else 'recording' end,
    'id', coalesce(note.event_id, note.song_id, note.setlist_id, note.recording_id))`

export const noteColumns = sql`
  note.id, ${aboutColumn} as about, note.at_seconds as "atSeconds",
  case when note.hidden_at is null then note.text else ${literal(noteMessages.hidden)} end as text,
  ${writerIdColumn} as "writtenBy", ${writerName} as "displayName", ${isoText(sql`note.created_at`)} as "createdAt",
  ${isoText(sql`note.edited_at`)} as "editedAt",
  case when note.hidden_at is null then note.mentions else '{}' end as mentions, ${pollColumn} as poll, note.version`
