/**
 * SQL of the items of the set list `l` for links that need no account: without readiness and vetoes. `more` are further fields of
 * `json_build_object`. A removed song is a line with its title.
 */
export const sharedSetlistItemsSql = (more: string[] = []): string => `
  (select coalesce(json_agg(json_build_object(${[
    `'title', coalesce(s.title, item.label)`,
    `'isSong', s.id is not null`,
    `'note', item.note`,
    `'key', s.key`,
    `'tempo', s.tempo`,
    `'durationSeconds', coalesce(item.duration_seconds, s.duration_seconds)`,
    ...more,
  ].join(', ')}) order by item.position), '[]')
  from setlist_items item
  left join songs s on s.band_id = item.band_id and s.id = item.song_id and s.deleted_at is null
  where item.band_id = l.band_id and item.setlist_id = l.id)`
