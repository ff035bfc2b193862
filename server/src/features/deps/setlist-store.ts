import type { DepLink } from '@gaffer/domain/dep-link'
import type { Db } from '#platform/db/connection.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'

const setlist = preparedQuery<NonNullable<DepLink['setlist']>>(`
  select l.name, coalesce((
    select json_agg(json_build_object(
      'isSong', s.id is not null, 'title', coalesce(s.title, i.label), 'artist', s.artist, 'key', s.key, 'tempo', s.tempo,
      'note', i.note, 'songNote', s.note, 'durationSeconds', coalesce(i.duration_seconds, s.duration_seconds)
    ) order by i.position)
    from setlist_items i left join songs s on s.band_id = i.band_id and s.id = i.song_id
    where i.band_id = l.band_id and i.setlist_id = l.id), '[]') as items
  from setlists l where l.band_id = $bandId and l.id = $setlistId and l.deleted_at is null`)

/** The set list as a dep sees it: with keys and notes, without readiness and vetoes. Null when it is deleted. */
export async function findSetlistForDep(
  db: Db,
  { bandId }: { bandId: string },
  setlistId: string,
): Promise<DepLink['setlist']> {
  const [row] = await setlist(db, { bandId, setlistId })
  return row ?? null
}
