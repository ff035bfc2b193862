import type { BandFile } from '@gaffer/domain/band-file/band-file'
import type { Db } from '#platform/db/connection.ts'
import { insertLifts, insertPlayedLists, insertPlayedSongs, updateLastPlayedOfBand } from './import-store.ts'

type IdMappers = Record<'events' | 'songs' | 'members', (id: string) => string>

/** Inserts the played lists and lifts of gigs. Insert songs, members and events first. */
export async function writePlayedListsAndLifts(
  tx: Db,
  bandId: string,
  events: BandFile['events'],
  newIdOf: IdMappers,
): Promise<void> {
  const played = events.flatMap(({ id, played: list }) => (list ? [{ ...list, eventId: newIdOf.events(id) }] : []))
  await insertPlayedLists(tx, bandId, played)
  const items = played.flatMap(({ eventId, items: ofEvent }) =>
    ofEvent.map((item, position) => ({
      ...item,
      eventId,
      position,
      songId: item.songId && newIdOf.songs(item.songId),
    })),
  )
  await insertPlayedSongs(tx, bandId, items)
  await updateLastPlayedOfBand(tx, { bandId })
  const lifts = events.flatMap(({ id, lifts: ofEvent }) =>
    ofEvent.map((lift) => ({
      ...lift,
      eventId: newIdOf.events(id),
      membershipId: newIdOf.members(lift.membershipId),
      driverId: lift.driverId && newIdOf.members(lift.driverId),
    })),
  )
  await insertLifts(tx, bandId, lifts)
}
