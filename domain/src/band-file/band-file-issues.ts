// Issues of a band file whose fields are valid by themselves: references to missing entries, duplicate entries, and invalid combinations.

import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { BandFile } from './band-file.ts'
import { findEventIssues } from '@gaffer/domain/events/event'
import { findDuplicates, findMissingReference } from './band-file-references.ts'
import { findMoneyIssues } from './money-issues.ts'
import { limits } from '@gaffer/domain/shared/limits'
import { bandFileMessages } from './band-file-messages.ts'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'

/** Limits the size of the error response: a damaged file may have thousands of issues. */
const maxReportedIssues = 20

/** The first `maxReportedIssues` issues of a band file; the schema has already checked each field by itself. */
export function findBandFileIssues(file: BandFile): FieldIssue[] {
  const issues: FieldIssue[] = []
  for (const issue of findEveryIssue(file)) {
    issues.push(issue)
    if (issues.length === maxReportedIssues) break
  }
  return issues
}

type KnownIds = Record<'members' | 'songs' | 'setlists' | 'pictures' | 'deps', ReadonlySet<string>>
type FileEvent = BandFile['events'][number]

function* findEveryIssue(file: BandFile): Generator<FieldIssue> {
  const idsOf = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id))
  const ids = {
    members: idsOf(file.members),
    songs: idsOf(file.songs),
    setlists: idsOf(file.setlists),
    pictures: idsOf(file.pictures),
    deps: new Set(file.deps.flatMap(({ id }) => id ?? [])),
  }
  for (const part of ['members', 'songs', 'charts', 'setlists', 'events', 'recordings', 'pictures'] as const) {
    yield* findDuplicates<{ id: string }>(file[part], ({ id }) => id, part, 'id')
  }
  yield* findDuplicates(file.deps, ({ id }) => id, 'deps', 'id')
  yield* findMissingReference(ids.pictures, file.band.pictureId, 'band.pictureId')
  for (const [at, member] of file.members.entries()) {
    yield* findMissingReference(ids.pictures, member.pictureId, `members.${at}.pictureId`)
  }
  yield* findSongIssues(file, ids)
  yield* findChartIssues(file, ids)
  for (const [at, { items }] of file.setlists.entries()) {
    for (const [n, { songId }] of items.entries()) {
      yield* findMissingReference(ids.songs, songId, `setlists.${at}.items.${n}.songId`)
    }
  }
  for (const [at, event] of file.events.entries()) yield* findIssuesOfEvent(event, ids, `events.${at}`)
  yield* findGroupIssues(file)
  yield* findRecordingIssues(file, ids)
  yield* findNoteIssues(file, ids)
  yield* findMoneyIssues(file, ids)
}

function* findSongIssues({ songs }: BandFile, { members }: KnownIds): Generator<FieldIssue> {
  yield* findDuplicates(songs, ({ spotifyId }) => spotifyId, 'songs', 'spotifyId')
  for (const [at, song] of songs.entries()) {
    const path = `songs.${at}`
    yield* findMissingReference(members, song.addedByMembershipId, `${path}.addedByMembershipId`)
    for (const list of ['readiness', 'vetos'] as const)
      yield* findMemberListIssues(members, song[list], `${path}.${list}`)
  }
}

function* findChartIssues({ charts }: BandFile, { members, songs }: KnownIds): Generator<FieldIssue> {
  for (const [at, { songId, uploadedByMembershipId, versions }] of charts.entries()) {
    const path = `charts.${at}`
    yield* findMissingReference(songs, songId, `${path}.songId`)
    yield* findMissingReference(members, uploadedByMembershipId, `${path}.uploadedByMembershipId`)
    yield* findDuplicates(versions, ({ version }) => String(version), `${path}.versions`, 'version')
    for (const [n, version] of versions.entries())
      yield* findMissingReference(
        members,
        version.uploadedByMembershipId,
        `${path}.versions.${n}.uploadedByMembershipId`,
      )
  }
}

function* findIssuesOfEvent(event: FileEvent, ids: KnownIds, path: string): Generator<FieldIssue> {
  for (const issue of findEventIssues({ ...event, cancelEventIds: undefined })) {
    yield { path: `${path}.${issue.path}`, message: issue.message }
  }
  yield* findMissingReference(ids.members, event.addedByMembershipId, `${path}.addedByMembershipId`)
  yield* findMissingReference(ids.setlists, event.setlistId, `${path}.setlistId`)
  yield* findMemberListIssues(ids.members, event.answers, `${path}.answers`)
  for (const [n, { setBy }] of event.answers.entries())
    yield* findMissingReference(ids.members, setBy, `${path}.answers.${n}.setBy`)
  yield* findDuplicates(event.practisedSongIds, (id) => id, `${path}.practisedSongIds`)
  for (const [n, id] of event.practisedSongIds.entries()) {
    yield* findMissingReference(ids.songs, id, `${path}.practisedSongIds.${n}`)
  }
  for (const [n, { songId }] of (event.played?.items ?? []).entries())
    yield* findMissingReference(ids.songs, songId, `${path}.played.items.${n}.songId`)
  yield* findLiftIssues(event, ids, `${path}.lifts`)
  if (event.isEditedByHand && event.seriesId === null) {
    yield { path: `${path}.isEditedByHand`, message: bandFileMessages.bandFileEditedByHand }
  }
  for (const [n, { membershipId }] of event.changes.entries())
    yield* findMissingReference(ids.members, membershipId, `${path}.changes.${n}.membershipId`)
  for (const [n, request] of event.depRequests.entries())
    yield* findDepRequestIssues(request, ids, `${path}.depRequests.${n}`)
  yield* findOptionIssues(event, path)
}

/** Issues of lifts: a rider whose driver is not among the lifts, a driver without seats, and seats or a driver in any other mode. */
function* findLiftIssues({ lifts }: FileEvent, { members }: KnownIds, path: string): Generator<FieldIssue> {
  yield* findMemberListIssues(members, lifts, path)
  const drivers = new Set(lifts.flatMap(({ membershipId, mode }) => (mode === 'drives' ? [membershipId] : [])))
  for (const [n, { mode, seats, driverId }] of lifts.entries()) {
    yield* findMissingReference(drivers, driverId, `${path}.${n}.driverId`)
    if ((mode === 'drives') !== (seats !== null) || (mode === 'rides') !== (driverId !== null))
      yield { path: `${path}.${n}.mode`, message: bandFileMessages.bandFileLift }
  }
}

function* findRecordingIssues({ recordings, events }: BandFile, { members, songs }: KnownIds): Generator<FieldIssue> {
  const eventIds = new Set(events.map(({ id }) => id))
  for (const [at, { eventId, uploadedByMembershipId, marks }] of recordings.entries()) {
    const path = `recordings.${at}`
    yield* findMissingReference(eventIds, eventId, `${path}.eventId`)
    yield* findMissingReference(members, uploadedByMembershipId, `${path}.uploadedByMembershipId`)
    for (const [n, { songId }] of marks.entries())
      yield* findMissingReference(songs, songId, `${path}.marks.${n}.songId`)
  }
}

function* findNoteIssues({ notes, events, recordings }: BandFile, ids: KnownIds): Generator<FieldIssue> {
  const idsOf = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id))
  const subjects = { event: idsOf(events), song: ids.songs, setlist: ids.setlists, recording: idsOf(recordings) }
  for (const [at, { about, membershipId, mentions, poll }] of notes.entries()) {
    const path = `notes.${at}`
    yield* findMissingReference(subjects[about.kind], about.id, `${path}.about.id`)
    yield* findMissingReference(ids.members, membershipId, `${path}.membershipId`)
    for (const [n, id] of mentions.entries()) yield* findMissingReference(ids.members, id, `${path}.mentions.${n}`)
    for (const [n, { membershipIds }] of (poll?.choices ?? []).entries()) {
      for (const [m, id] of membershipIds.entries()) {
        yield* findMissingReference(ids.members, id, `${path}.poll.choices.${n}.membershipIds.${m}`)
      }
    }
  }
}

function* findDepRequestIssues(
  { asks, coversMembershipId, requestedByMembershipId }: FileEvent['depRequests'][number],
  { members, deps }: KnownIds,
  path: string,
): Generator<FieldIssue> {
  yield* findMissingReference(members, coversMembershipId, `${path}.coversMembershipId`)
  yield* findMissingReference(members, requestedByMembershipId, `${path}.requestedByMembershipId`)
  yield* findDuplicates(asks, ({ depId }) => depId, `${path}.asks`, 'depId')
  for (const [n, { depId, askedAt, answer, answeredAt }] of asks.entries()) {
    yield* findMissingReference(deps, depId, `${path}.asks.${n}.depId`)
    if (answer !== null && (askedAt === null || answeredAt === null)) {
      yield { path: `${path}.asks.${n}.answer`, message: bandFileMessages.bandFileDepAnswer }
    }
  }
}

function* findOptionIssues(
  { optionGroupId, optionNumber, optionCount }: FileEvent,
  path: string,
): Generator<FieldIssue> {
  const given = [optionGroupId, optionNumber, optionCount].filter((one) => one !== null)
  if (given.length === 0) return
  if (given.length < 3 || Number(optionNumber) > Number(optionCount)) {
    yield { path: `${path}.optionGroupId`, message: bandFileMessages.bandFileOption }
  }
}

/**
 * Issues of option groups and series with too many events. The limits exist because confirming an option locks all events of its group,
 * and changing a series locks all events of the series.
 */
function* findGroupIssues({ events }: BandFile): Generator<FieldIssue> {
  const counts = new Map<string, number>()
  const isFirstAboveLimit = (id: string | null, limit: number) => {
    if (id === null) return false
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === limit + 1
  }
  for (const [at, { optionGroupId, seriesId }] of events.entries()) {
    if (isFirstAboveLimit(optionGroupId, limits.mostOptions)) {
      yield { path: `events.${at}.optionGroupId`, message: eventMessages.optionDatesCount }
    }
    if (isFirstAboveLimit(seriesId, limits.seriesDates)) {
      yield { path: `events.${at}.seriesId`, message: seriesMessages.seriesTooLong }
    }
  }
}

/** Issues of a list with at most one entry per member: unknown members and duplicates. */
function* findMemberListIssues(
  members: ReadonlySet<string>,
  entries: readonly { membershipId: string }[],
  path: string,
): Generator<FieldIssue> {
  yield* findDuplicates(entries, ({ membershipId }) => membershipId, path, 'membershipId')
  for (const [n, { membershipId }] of entries.entries()) {
    yield* findMissingReference(members, membershipId, `${path}.${n}.membershipId`)
  }
}
