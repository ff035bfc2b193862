// Streams a band file: the text is produced while it is sent.

import { Readable } from 'node:stream'
import type { BandFile } from '@gaffer/domain/band-file/band-file'
import { bandFileVersion } from '@gaffer/domain/band-file/band-file-version'
import { imagePathPattern } from '@gaffer/domain/images/image'
import type { Setlist } from '@gaffer/domain/set-lists/set-list'
import type { Song } from '@gaffer/domain/songs/song'
import { readBand } from '#features/bands/service.ts'
import { listDeps } from '#features/deps/service.ts'
import { readPictureAsDataUrl } from '#features/images/service.ts'
import { readExportedEnquiries, readExportedPage } from '#features/public-page/band-file.ts'
import { listSetlists } from '#features/set-lists/service.ts'
import { listSongs } from '#features/songs/service.ts'
import { runHeavyReadSlice } from '#http/limits/heavy-reads.ts'
import { streamTrailingJsonArrayProperty } from '#http/pipeline/json-array.ts'
import { chunksOf } from '#platform/chunks.ts'
import {
  listExportedEntries,
  listExportedMiles,
  listExportedPeople,
  listExportedSettlements,
} from './money-export-store.ts'
import type { Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { listExportedCharts } from './chart-store.ts'
import { toExportedId, readNotes, readRecordings } from './export-notes.ts'
import {
  listAnswersOfEvents,
  listChangesOfEvents,
  listDepRequestsOfEvents,
  listExportedEventsAfter,
  listExportedMembers,
  listGigSheetsOfEvents,
  listLiftsOfEvents,
  listPlayedListsOfEvents,
} from './export-store.ts'

export type BandExport = { bandName: string; content: Readable }

const eventsPerPage = 500
/** The number of songs whose charts one statement reads: each song may have twenty charts with five long texts. */
const songsPerChartRead = 10

type ExportedIds = Record<'members' | 'songs' | 'setlists' | 'deps', ReadonlySet<string>>

export async function exportBand(db: Db, member: MemberContext): Promise<BandExport> {
  const band = await readBand(db, member)
  return { bandName: band.name, content: Readable.from(streamBandFile(db, member, band)) }
}

/**
 * Yields one JSON object with a line for each entry. No transaction spans the statements: a slow client would keep it open. Members, songs,
 * set lists and deps are read first; references to rows that were added meanwhile are left out.
 */
async function* streamBandFile(
  db: Db,
  member: MemberContext,
  { name, description, avatarUrl, allowedEventTypes, ledgerVisibleTo }: Awaited<ReturnType<typeof readBand>>,
): AsyncGenerator<string> {
  const members = await runHeavyReadSlice(() => listExportedMembers(db, member))
  const songs = await runHeavyReadSlice(() => listSongs(db, member))
  const setlists = await runHeavyReadSlice(() => listSetlists(db, member))
  const deps = await runHeavyReadSlice(() => listDeps(db, member))
  const ids = { members: toIdSet(members), songs: toIdSet(songs), setlists: toIdSet(setlists), deps: toIdSet(deps) }
  const pictureIds = new Map<string, string>()
  const pictureOf = (url: string | null) => (url !== null && pictureIds.get(url)) || null

  const head = { schema: 'gaffer-band', schemaVersion: bandFileVersion, exportedAt: db.clock.now().toISOString() }
  yield JSON.stringify(head, null, 2).slice(0, -2)
  // Pictures come first, so that later entries refer only to pictures that are in the file: a picture may be deleted meanwhile.
  yield* streamList('pictures', readPictures(db, [avatarUrl, ...members.map((one) => one.avatarUrl)], pictureIds))
  const details = { name, description, pictureId: pictureOf(avatarUrl), allowedEventTypes, ledgerVisibleTo }
  yield `,\n  "band": ${JSON.stringify(details)}`
  const page = await runHeavyReadSlice(() => readExportedPage(db, member))
  yield `,\n  "publicPage": ${JSON.stringify(page)}`
  yield* streamList('members', [members.map(({ avatarUrl: url, ...one }) => ({ ...one, pictureId: pictureOf(url) }))])
  yield* streamList('songs', [songs.map((song) => toFileSong(song, ids))])
  yield* streamList('charts', readCharts(db, member, ids))
  yield* streamList('setlists', [setlists.map((setlist) => toFileSetlist(setlist, ids))])
  yield* streamList('deps', [deps])
  const eventIds = new Set<string>()
  yield* streamList('events', readEvents(db, member, ids, eventIds))
  const recordingIds = new Set<string>()
  yield* streamList('recordings', readRecordings(db, member, { ...ids, events: eventIds }, recordingIds))
  yield* streamList('notes', readNotes(db, member, { ...ids, events: eventIds, recordings: recordingIds }))
  yield* streamMoney(db, member, ids)
  yield* streamList('enquiries', [await runHeavyReadSlice(() => readExportedEnquiries(db, member))])
  yield '\n}\n'
}

function streamList(key: keyof BandFile, rows: AsyncIterable<object[]> | object[][]): AsyncGenerator<string> {
  return streamTrailingJsonArrayProperty(key, rows, JSON.stringify)
}

/** Reads the people after the entries, so that the person of each entry is in the file: a ledger person is never deleted. */
async function* streamMoney(db: Db, { bandId }: MemberContext, ids: ExportedIds): AsyncGenerator<string> {
  const entries = await runHeavyReadSlice(() => listExportedEntries(db, { bandId }))
  const settlements = await runHeavyReadSlice(() => listExportedSettlements(db, { bandId }))
  const miles = await runHeavyReadSlice(() => listExportedMiles(db, { bandId }))
  const people = await runHeavyReadSlice(() => listExportedPeople(db, { bandId }))
  const exportedPeople = people.map((one) => ({ ...one, membershipId: toExportedId(ids.members, one.membershipId) }))
  yield* streamList('ledgerPeople', [exportedPeople])
  yield* streamList('ledger', [entries])
  yield `,\n  "ledgerTotals": ${JSON.stringify(computeLedgerTotals(entries))}`
  yield* streamList('settlements', [settlements])
  yield* streamList('miles', [miles])
}

/** The sums by which a reader can check the ledger; null for an empty ledger. */
function computeLedgerTotals(
  entries: readonly { personId: string | null; pence: number; potPence: number }[],
): object | null {
  if (entries.length === 0) return null
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const owedPence = sum(entries.filter(({ personId }) => personId !== null).map(({ pence }) => pence))
  return { owedPence, potPence: sum(entries.map(({ potPence }) => potPence)) }
}

async function* readCharts(db: Db, { bandId }: MemberContext, ids: ExportedIds): AsyncGenerator<object[]> {
  for (const songIds of chunksOf([...ids.songs], songsPerChartRead)) {
    const rows = await runHeavyReadSlice(() => listExportedCharts(db, { bandId, songIds }))
    yield rows.map((chart) => ({
      ...chart,
      uploadedByMembershipId: toExportedId(ids.members, chart.uploadedByMembershipId),
      versions: chart.versions.map((version) => ({
        ...version,
        uploadedByMembershipId: toExportedId(ids.members, version.uploadedByMembershipId),
      })),
    }))
  }
}

/** Yields the events in pages, and adds their ids to `eventIds`. */
async function* readEvents(
  db: Db,
  member: MemberContext,
  ids: ExportedIds,
  eventIds: Set<string>,
): AsyncGenerator<object[]> {
  for (let after = { date: '-infinity', id: '00000000-0000-0000-0000-000000000000' }; ;) {
    const rows = await runHeavyReadSlice(() =>
      listExportedEventsAfter(db, { ...member, ...after, maxRows: eventsPerPage }),
    )
    for (const { id } of rows) eventIds.add(id)
    yield await addEventContents(db, member, ids, rows)
    const last = rows.at(-1)
    if (!last || rows.length < eventsPerPage) return
    after = last
  }
}

async function addEventContents(
  db: Db,
  { bandId }: MemberContext,
  ids: ExportedIds,
  rows: Awaited<ReturnType<typeof listExportedEventsAfter>>,
): Promise<object[]> {
  const key = { bandId, eventIds: rows.map(({ id }) => id) }
  const answersOf = groupByEvent(await runHeavyReadSlice(() => listAnswersOfEvents(db, key)))
  const sheetsOf = groupByEvent(await runHeavyReadSlice(() => listGigSheetsOfEvents(db, key)))
  const playedListsOf = groupByEvent(await runHeavyReadSlice(() => listPlayedListsOfEvents(db, key)))
  const liftsOf = groupByEvent(await runHeavyReadSlice(() => listLiftsOfEvents(db, key)))
  const requestsOf = groupByEvent(await runHeavyReadSlice(() => listDepRequestsOfEvents(db, key)))
  const changesOf = groupByEvent(await runHeavyReadSlice(() => listChangesOfEvents(db, key)))
  return rows.map((event) => ({
    ...event,
    addedByMembershipId: toExportedId(ids.members, event.addedByMembershipId),
    setlistId: toExportedId(ids.setlists, event.setlistId),
    answers: answersOf(event)
      .filter(({ membershipId }) => ids.members.has(membershipId))
      .map((answer) => ({ ...answer, setBy: toExportedId(ids.members, answer.setBy) })),
    practisedSongIds: event.practisedSongIds.filter((id) => ids.songs.has(id)),
    gigSheet: sheetsOf(event)[0] ?? null,
    played: toFilePlayedList(playedListsOf(event)[0], ids),
    lifts: toFileLifts(liftsOf(event), ids),
    depRequests: requestsOf(event).map((request) => ({
      ...request,
      coversMembershipId: toExportedId(ids.members, request.coversMembershipId),
      requestedByMembershipId: toExportedId(ids.members, request.requestedByMembershipId),
      asks: request.asks.filter(({ depId }) => ids.deps.has(depId)),
    })),
    changes: changesOf(event).map((one) => ({ ...one, membershipId: toExportedId(ids.members, one.membershipId) })),
  }))
}

type PlayedList = Omit<Awaited<ReturnType<typeof listPlayedListsOfEvents>>[number], 'eventId'>
type FileLift = Omit<Awaited<ReturnType<typeof listLiftsOfEvents>>[number], 'eventId'>

function toFilePlayedList(played: PlayedList | undefined, { songs }: ExportedIds): object | null {
  return played
    ? { ...played, items: played.items.map((item) => ({ ...item, songId: toExportedId(songs, item.songId) })) }
    : null
}

/** Leaves out the lifts of members who joined after the members were read, and of riders whose driver joined then. */
function toFileLifts(lifts: readonly FileLift[], { members }: ExportedIds): object[] {
  return lifts.filter(
    ({ membershipId, driverId }) => members.has(membershipId) && (driverId === null || members.has(driverId)),
  )
}

/** Groups the rows by event. The returned function gives the rows of an event, without the event's id. */
function groupByEvent<Row extends { eventId: string }>(
  rows: readonly Row[],
): (event: { id: string }) => Omit<Row, 'eventId'>[] {
  const groups = Map.groupBy(rows, ({ eventId }) => eventId)
  return ({ id }) => (groups.get(id) ?? []).map(omitEventId)
}

/** Yields the stored pictures of the URLs. Adds their ids by URL to `idsByUrl`. */
async function* readPictures(
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

function toFileSong(stored: Song, { members }: ExportedIds): object {
  const {
    bandId: _,
    createdAt: __,
    chartCount: ___,
    lastPlayedOn: ____,
    noteCount: _____,
    hasUnreadNotes: ______,
    ...song
  } = stored
  const ofMembers = <Entry extends { membershipId: string }>(entries: readonly Entry[]) =>
    entries.filter(({ membershipId }) => members.has(membershipId))
  return {
    ...song,
    addedByMembershipId: toExportedId(members, song.addedByMembershipId),
    readiness: ofMembers(song.readiness),
    vetos: ofMembers(song.vetos),
  }
}

function toFileSetlist({ id, name, items }: Setlist, { songs }: ExportedIds): object {
  // Leaves out a song that was added after the songs were read.
  const isKnown = ({ songId }: { songId: string | null }) => songId === null || songs.has(songId)
  return { id, name, items: items.filter(isKnown).map(toFileItem) }
}

function omitEventId<Row extends { eventId: string }>(row: Row): Omit<Row, 'eventId'> {
  const { eventId: _, ...rest } = row
  return rest
}

function toFileItem({ songId, label, note, durationSeconds }: Setlist['items'][number]): object {
  return { songId, label, note, durationSeconds }
}

function toIdSet(rows: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id))
}
