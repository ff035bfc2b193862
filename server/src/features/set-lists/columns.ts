import { sql, type Sql } from '#platform/db/statement.ts'

/** SQL: the fields of an item for links that need no account, without readiness and vetoes. A removed song is a line with its title. */
export const sharedItemFields = sql`
  'title', coalesce(s.title, item.label), 'isSong', s.id is not null, 'note', item.note, 'key', s.key, 'tempo', s.tempo,
  'durationSeconds', coalesce(item.duration_seconds, s.duration_seconds)`

/** The items of the set list `l` as JSON. `fields` are names and values of an `item` and its song `s`. */
export const sharedSetlistItems = (fields: Sql) => sql`
  (select coalesce(json_agg(json_build_object(${fields}) order by item.position), '[]')
  from setlist_items item
  left join songs s on s.band_id = item.band_id and s.id = item.song_id and s.deleted_at is null
  where item.band_id = l.band_id and item.setlist_id = l.id)`
