// Writes the file with all data of a band. The text is produced while it is sent.

import { Readable } from 'node:stream'
import type { BandFile } from '@gaffer/domain/band-file/band-file'
import { bandFileVersion } from '@gaffer/domain/band-file/band-file-version'
import { imagePathPattern } from '@gaffer/domain/images/image'
import type { Setlist } from '@gaffer/domain/set-lists/set-list'
import type { Song } from '@gaffer/domain/songs/song'
import { readBand } from '#features/bands/service.ts'
import { listDeps } from '#features/deps/service.ts'
import { readPictureAsDataUrl } from '#features/images/service.ts'
import { listSetlists } from '#features/set-lists/service.ts'
import { listSongs } from '#features/songs/service.ts'
import { runHeavyReadSlice } from '#http/limits/heavy-reads.ts'
import { streamTrailingJsonArrayProperty } from '#http/pipeline/json-array.ts'
import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import {
  listAnswersOfEvents,
  listChangesOfEvents,
  listDepRequestsOfEvents,
  listExportedEventsAfter,
  listExportedMembers,
  listGigSheetsOfEvents,
} from './export-store.ts'

export type BandExport = { bandName: string; content: Readable }

const eventsAtOnce = 500

type Ids = Record<'members' | 'songs' | 'setlists' | 'deps', ReadonlySet<string>>

export async function exportBand(db: Db, member: MemberContext): Promise<BandExport> {
  const band = await readBand(db, member)
  return { bandName: band.name, content: Readable.from(exportText(db, member, band)) }
}

/**
 * One JSON object with a line for each entry. No transaction spans the statements: a slow client would keep it open. Members, songs,
 * set lists and deps are read first, and later references to others are left out.
 */
async function* exportText(
  db: Db,
  member: MemberContext,
  { name, description, avatarUrl, allowedEventTypes }: Awaited<ReturnType<typeof readBand>>,
): AsyncGenerator<string> {
  const members = await runHeavyReadSlice(() => listExportedMembers(db, member))
  const songs = await runHeavyReadSlice(() => listSongs(db, member))
  const setlists = await runHeavyReadSlice(() => listSetlists(db, member))
  const deps = await runHeavyReadSlice(() => listDeps(db, member))
  const ids = { members: idsOf(members), songs: idsOf(songs), setlists: idsOf(setlists), deps: idsOf(deps) }
  const pictureIds = new Map<string, string>()
  const pictureOf = (url: string | null) => (url !== null && pictureIds.get(url)) || null

  const head = { schema: 'gaffer-band', schemaVersion: bandFileVersion, exportedAt: db.clock.now().toISOString() }
  yield JSON.stringify(head, null, 2).slice(0, -2)
  // First, since a picture may be deleted meanwhile.
  yield* list('pictures', pictures(db, [avatarUrl, ...members.map((one) => one.avatarUrl)], pictureIds))
  yield `,\n  "band": ${JSON.stringify({ name, description, pictureId: pictureOf(avatarUrl), allowedEventTypes })}`
  yield* list('members', [members.map(({ avatarUrl: url, ...one }) => ({ ...one, pictureId: pictureOf(url) }))])
  yield* list('songs', [songs.map((song) => toFileSong(song, ids))])
  yield* list('setlists', [setlists.map((setlist) => toFileSetlist(setlist, ids))])
  yield* list('deps', [deps])
  yield* list('events', events(db, member, ids))
  yield '\n}\n'
}

function list(key: keyof BandFile, rows: AsyncIterable<object[]> | object[][]): AsyncGenerator<string> {
  return streamTrailingJsonArrayProperty(key, rows, JSON.stringify)
}

async function* events(db: Db, member: MemberContext, ids: Ids): AsyncGenerator<object[]> {
  for (let after = { date: '-infinity', id: '00000000-0000-0000-0000-000000000000' }; ;) {
    const rows = await runHeavyReadSlice(() => listExportedEventsAfter(db, { ...member, ...after, most: eventsAtOnce }))
    yield await withContents(db, member, ids, rows)
    const last = rows.at(-1)
    if (!last || rows.length < eventsAtOnce) return
    after = last
  }
}

/** The events with their answers, gig sheets, requests to deps and changes. */
async function withContents(
  db: Db,
  { bandId }: MemberContext,
  ids: Ids,
  rows: Awaited<ReturnType<typeof listExportedEventsAfter>>,
): Promise<object[]> {
  const key = { bandId, eventIds: rows.map(({ id }) => id) }
  const answers = byEvent(await runHeavyReadSlice(() => listAnswersOfEvents(db, key)))
  const sheets = byEvent(await runHeavyReadSlice(() => listGigSheetsOfEvents(db, key)))
  const requests = byEvent(await runHeavyReadSlice(() => listDepRequestsOfEvents(db, key)))
  const changes = byEvent(await runHeavyReadSlice(() => listChangesOfEvents(db, key)))
  return rows.map((event) => ({
    ...event,
    addedByMembershipId: known(ids.members, event.addedByMembershipId),
    setlistId: known(ids.setlists, event.setlistId),
    answers: answers(event)
      .filter(({ membershipId }) => ids.members.has(membershipId))
      .map((answer) => ({ ...answer, setBy: known(ids.members, answer.setBy) })),
    practisedSongIds: event.practisedSongIds.filter((id) => ids.songs.has(id)),
    gigSheet: sheets(event)[0] ?? null,
    depRequests: requests(event).map((request) => ({
      ...request,
      coversMembershipId: known(ids.members, request.coversMembershipId),
      requestedByMembershipId: known(ids.members, request.requestedByMembershipId),
      asks: request.asks.filter(({ depId }) => ids.deps.has(depId)),
    })),
    changes: changes(event).map((one) => ({ ...one, membershipId: known(ids.members, one.membershipId) })),
  }))
}

/** The rows of an event, without its id. */
function byEvent<Row extends { eventId: string }>(
  rows: readonly Row[],
): (event: { id: string }) => Omit<Row, 'eventId'>[] {
  const groups = Map.groupBy(rows, ({ eventId }) => eventId)
  return ({ id }) => (groups.get(id) ?? []).map(withoutEventId)
}

/** Yields the stored pictures of the URLs. Adds their ids by URL to `idsByUrl`. */
async function* pictures(
  db: Db,
  urls: readonly (string | null)[],
  idsByUrl: Map<string, string>,
): AsyncGenerator<object[]> {
  for (const url of new Set(urls)) {
    const id = url !== null && imagePathPattern.exec(url)?.[1]
    const dataUrl = id ? await runHeavyReadSlice(() => readPictureAsDataUrl(db, url)) : null
    if (!id || dataUrl === null) continue
    idsByUrl.set(url, id)
    yield [{ id, dataUrl }]
  }
}

function toFileSong(stored: Song, { members }: Ids): object {
  const { bandId: _, createdAt: __, ...song } = stored
  const ofMembers = <Entry extends { membershipId: string }>(entries: readonly Entry[]) =>
    entries.filter(({ membershipId }) => members.has(membershipId))
  return {
    ...song,
    addedByMembershipId: known(members, song.addedByMembershipId),
    readiness: ofMembers(song.readiness),
    vetos: ofMembers(song.vetos),
  }
}

function toFileSetlist({ id, name, items }: Setlist, { songs }: Ids): object {
  // A song that was added after the songs were read.
  const isKnown = ({ songId }: { songId: string | null }) => songId === null || songs.has(songId)
  return { id, name, items: items.filter(isKnown).map(withoutId) }
}

function withoutEventId<Row extends { eventId: string }>(row: Row): Omit<Row, 'eventId'> {
  const { eventId: _, ...rest } = row
  return rest
}

function withoutId<T extends { id: string }>(row: T): Omit<T, 'id'> {
  const { id: _, ...rest } = row
  return rest
}

function known(ids: ReadonlySet<string>, id: string | null): string | null {
  return id !== null && ids.has(id) ? id : null
}

function idsOf(rows: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id))
}
