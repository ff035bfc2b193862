// Makes a band from a file: checks the whole file first, and then inserts all rows in one transaction.

import { randomUUIDv7 } from 'node:crypto'
import type { Band } from '@gaffer/domain/bands/band'
import type { BandFile } from '@gaffer/domain/band-file/band-file'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { lastDayOfSpan } from '@gaffer/domain/shared/span'
import { normalizeEvent } from '@gaffer/domain/events/normalize-event'
import { bandFileMessages } from '@gaffer/domain/band-file/band-file-messages'
import type { Services } from '#services.ts'
import { createEmptyBand } from '#features/bands/service.ts'
import { addImportedDeps, parseImportedDepNumbers } from '#features/deps/service.ts'
import { reencodePictures, storePicture, type ReencodedImage } from '#features/images/service.ts'
import { lockUserAndCheckBandLimit, addUserToBand, tooManyBandsError } from '#features/bands/joining.ts'
import { writePublicPage } from '#features/public-page/band-file.ts'
import { refuseForeignCoverUrl } from '#features/songs/service.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { invalidFieldError } from '#platform/refusals.ts'
import type { AuthenticatedUser } from '#platform/verified-identities.ts'
import { insertChartsOfFile } from './chart-store.ts'
import { writeFiles, writeRecordings } from './import-recordings.ts'
import { noFiles, type ImportedFiles } from './imported-files.ts'
import { writeNotes } from './import-notes.ts'
import { writeMarkup } from './import-markup.ts'
import { writeMoney } from './import-money.ts'
import { createIdMapper, type IdMapper } from './new-ids.ts'
import { writeDepRequests } from './import-dep-requests.ts'
import { writePlayedListsAndLifts } from './import-played-and-lifts.ts'
import {
  findOwnMembershipAmong,
  insertAnswers,
  insertMembershipCards,
  insertEventChangesOfFile,
  insertEvents,
  insertGigSheets,
  insertPractisedSongs,
  insertReadiness,
  insertSetlistItems,
  insertSetlists,
  insertSongs,
  insertVetoes,
} from './import-store.ts'

export type Pictures = ReadonlyMap<string, ReencodedImage>
/** The user who imports a band from a file. */
export type Importer = Pick<AuthenticatedUser, 'userId'>
/**
 * `membershipId` is the id of the file's member whose card the caller gets. If it is null, the caller gets the card with the id of one of
 * their memberships, or a new membership if the file has no such card.
 */
type ImportOptions = { membershipId: string | null; pictures: Pictures; files?: ImportedFiles }
type IdMappers = Record<'members' | 'songs' | 'charts' | 'setlists' | 'events' | 'recordings' | 'deps', IdMapper>

/** Re-encodes the pictures that the file refers to, before the transaction begins. */
export async function preparePictures({
  db,
  userId,
  body,
}: {
  db: Db
  userId: string
  body: unknown
}): Promise<{ pictures: Pictures }> {
  const { band, members, pictures } = body as BandFile
  const used = new Set([band.pictureId, ...members.map(({ pictureId }) => pictureId)])
  const dataUrls = pictures.filter(({ id }) => used.has(id)).map(({ id, dataUrl }) => [id, dataUrl] as const)
  return { pictures: await reencodePictures({ db, userId }, new Map(dataUrls)) }
}

export async function importBand(
  services: Services,
  db: Db,
  user: Importer,
  file: BandFile,
  { membershipId, pictures, files = noFiles }: ImportOptions,
): Promise<Band> {
  if (membershipId !== null && !file.members.some(({ id }) => id === membershipId)) {
    throw invalidFieldError('membershipId', bandFileMessages.bandFileNoSuchMember)
  }
  for (const { imageUrl } of file.songs) refuseForeignCoverUrl(services, imageUrl)
  const depBook = parseImportedDepNumbers(services, file.deps)
  return inTransaction(db, async (tx) => {
    if (!(await lockUserAndCheckBandLimit(tx, user.userId))) throw tooManyBandsError()
    const urls = new Map<string, string>()
    for (const [id, picture] of pictures) urls.set(id, await storePicture(tx, user, picture))
    const { name, description, pictureId, allowedEventTypes, ledgerVisibleTo } = file.band
    const avatarUrl = pictureId && (urls.get(pictureId) as string)
    const band = await createEmptyBand(tx, { name, description, avatarUrl, allowedEventTypes, ledgerVisibleTo })
    const newIdOf = {
      members: createIdMapper(file.members),
      songs: createIdMapper(file.songs),
      charts: createIdMapper(file.charts),
      setlists: createIdMapper(file.setlists),
      events: createIdMapper(file.events),
      recordings: createIdMapper(file.recordings),
      deps: createIdMapper(file.deps.flatMap(({ id }) => (id === null ? [] : [{ id }]))),
    }
    const memberIds = file.members.map(({ id }) => id)
    const ownMemberId = membershipId ?? (await findOwnMembershipAmong(tx, { ...user, ids: memberIds }))?.id ?? null
    await writeMembers(tx, user, band.id, file, { ownMemberId, urls, newIdOf })
    await writeSongs(tx, band.id, file, newIdOf)
    await writeFiles(tx, band.id, files)
    await insertChartsOfFile(tx, band.id, file.charts, newIdOf, files)
    await writeMarkup(tx, { bandId: band.id, ...user }, file, { newIdOf, ownMemberId, files })
    await writeEvents(tx, band.id, file, { newIdOf, ownMemberId, user })
    const notes = await writeRecordings(tx, band.id, file, newIdOf, files)
    await writePlayedListsAndLifts(tx, band.id, file.events, newIdOf)
    await writePublicPage(tx, band.id, file, new Map(file.events.map(({ id }) => [id, newIdOf.events(id)])))
    const deps = depBook.map((dep) => ({ ...dep, id: dep.id === null ? randomUUIDv7() : newIdOf.deps(dep.id) }))
    await addImportedDeps(services, tx, band.id, deps)
    await writeNotes(tx, { bandId: band.id, userId: user.userId }, { notes }, { newIdOf, ownMemberId })
    await writeDepRequests(services, tx, band.id, { events: file.events, newIdOf, now: tx.clock.now() })
    await writeMoney(tx, band.id, file, newIdOf, { membershipId: ownMemberId, userId: user.userId }, files)
    return band
  })
}

async function writeMembers(
  tx: Db,
  { userId }: Importer,
  bandId: string,
  { members }: BandFile,
  { ownMemberId, urls, newIdOf }: { ownMemberId: string | null; urls: ReadonlyMap<string, string>; newIdOf: IdMappers },
): Promise<void> {
  const cards = members.map(({ id, pictureId, ...card }) => ({
    ...card,
    id: newIdOf.members(id),
    avatarUrl: pictureId && urls.get(pictureId),
    ...(id === ownMemberId
      ? { userId, access: 'owner', status: 'active', email: null }
      : { userId: null, status: 'invited' }),
  }))
  await insertMembershipCards(tx, bandId, cards)
  if (ownMemberId === null)
    await addUserToBand(tx, { bandId, userId, access: 'owner', role: 'owner', displayName: null })
}

async function writeSongs(tx: Db, bandId: string, { songs, setlists }: BandFile, newIdOf: IdMappers): Promise<void> {
  const songRows = songs.map(({ id, addedByMembershipId, ...song }) => {
    return { ...song, id: newIdOf.songs(id), addedBy: addedByMembershipId && newIdOf.members(addedByMembershipId) }
  })
  await insertSongs(tx, bandId, songRows)
  const toEntryRows = (list: 'readiness' | 'vetos') =>
    songs.flatMap(({ id, [list]: entries }) =>
      entries.map((entry) => ({
        ...entry,
        songId: newIdOf.songs(id),
        membershipId: newIdOf.members(entry.membershipId),
      })),
    )
  await insertReadiness(tx, bandId, toEntryRows('readiness'))
  await insertVetoes(tx, bandId, toEntryRows('vetos'))
  const setlistRows = setlists.map(({ id, name }) => ({ id: newIdOf.setlists(id), name }))
  await insertSetlists(tx, bandId, setlistRows)
  const items = setlists.flatMap(({ id, items: ofSetlist }) =>
    ofSetlist.map(({ songId, ...item }, position) => ({
      ...item,
      id: randomUUIDv7(),
      setlistId: newIdOf.setlists(id),
      position,
      songId: songId && newIdOf.songs(songId),
    })),
  )
  await insertSetlistItems(tx, bandId, items)
}

async function writeEvents(
  tx: Db,
  bandId: string,
  { events }: BandFile,
  { newIdOf, ownMemberId, user }: { newIdOf: IdMappers; ownMemberId: string | null; user: Importer },
): Promise<void> {
  const now = tx.clock.now()
  const mapGroupId = createIdMapperOnDemand()
  const rows = events.map((event) => {
    const { addedByMembershipId, seriesId, optionGroupId, practisedSongIds: _, depRequests: __, ...kept } = event
    const {
      isEditedByHand,
      optionNumber,
      optionCount,
      gigSheet,
      played: ___,
      lifts: ____,
      movedFrom,
      createdAt,
      changes,
      ...booking
    } = kept
    const draft = { ...booking, membershipId: null, cancelEventIds: undefined }
    const normalized = normalizeEvent(draft, todayInLondon(now))
    return {
      ...normalized,
      id: newIdOf.events(event.id),
      lastDay: lastDayOfSpan(normalized),
      setlistId: event.setlistId && newIdOf.setlists(event.setlistId),
      addedBy: addedByMembershipId && newIdOf.members(addedByMembershipId),
      ownerUserId: addedByMembershipId !== null && addedByMembershipId === ownMemberId ? user.userId : null,
      seriesId: seriesId && mapGroupId(seriesId),
      isEditedByHand,
      optionGroupId: optionGroupId && mapGroupId(optionGroupId),
      optionNumber,
      optionCount,
      hasGigSheet: gigSheet !== null,
      movedFrom,
      version: changes.length + 1,
      createdAt: createdAt ?? now,
    }
  })
  await insertEvents(tx, bandId, rows)
  const answers = events.flatMap((event) =>
    event.answers.map(({ membershipId, setBy, ...answer }) => ({
      ...answer,
      eventId: newIdOf.events(event.id),
      membershipId: newIdOf.members(membershipId),
      setBy: setBy && newIdOf.members(setBy),
    })),
  )
  await insertAnswers(tx, bandId, answers)
  const practised = events.flatMap(({ id, practisedSongIds }) =>
    practisedSongIds.map((songId) => ({ eventId: newIdOf.events(id), songId: newIdOf.songs(songId) })),
  )
  await insertPractisedSongs(tx, bandId, practised)
  const sheets = events.flatMap(({ id, gigSheet }) => (gigSheet ? [{ ...gigSheet, eventId: newIdOf.events(id) }] : []))
  await insertGigSheets(tx, bandId, sheets)
  const changes = events.flatMap((event) => toChangeRows(event, { newIdOf, ownMemberId, user }))
  await insertEventChangesOfFile(tx, bandId, changes)
}

/** Changes by the caller get the caller's account. Other changes keep the name from the file until a member fills the author's card. */
function toChangeRows(
  { id, changes }: BandFile['events'][number],
  { newIdOf, ownMemberId, user }: { newIdOf: IdMappers; ownMemberId: string | null; user: Importer },
): object[] {
  return changes.map(({ at, membershipId, displayName, fields }, index) => {
    const isOwn = membershipId !== null && membershipId === ownMemberId
    return {
      at,
      eventId: newIdOf.events(id),
      // The first change makes version 2: version 1 is the event as it was added.
      version: index + 2,
      userId: isOwn ? user.userId : null,
      membershipId: membershipId === null || isOwn ? null : newIdOf.members(membershipId),
      name: isOwn ? null : displayName,
      fields: fields.map((change) =>
        change.field === 'setlistId'
          ? { ...change, from: mapSetlistIdOrSame(newIdOf, change.from), to: mapSetlistIdOrSame(newIdOf, change.to) }
          : change,
      ),
    }
  })
}

/** Keeps the id of a deleted set list, which the history may name although the set list is not in the file. */
function mapSetlistIdOrSame(newIdOf: IdMappers, value: string | boolean | null): string | boolean | null {
  return (typeof value === 'string' && newIdOf.setlists(value)) || value
}

function createIdMapperOnDemand(): IdMapper {
  const ids = new Map<string, string>()
  return (id) => {
    const made = ids.get(id) ?? randomUUIDv7()
    ids.set(id, made)
    return made
  }
}
