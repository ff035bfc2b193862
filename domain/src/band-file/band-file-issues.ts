// Issues of a band file whose fields are valid by themselves: references to missing entries, duplicate entries, and invalid combinations.

import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { BandFile } from './band-file.ts'
import { findEventIssues } from '@gaffer/domain/events/event'
import { limits } from '@gaffer/domain/shared/limits'
import { bandFileMessages } from './band-file-messages.ts'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { seriesMessages } from '@gaffer/domain/events/series-messages'

/** The maximum number of reported issues: a damaged file may have thousands. */
const mostIssues = 20

/** The first `mostIssues` issues of a band file; the schema has already checked each field by itself. */
export function findBandFileIssues(file: BandFile): FieldIssue[] {
  const issues: FieldIssue[] = []
  for (const issue of everyIssue(file)) {
    issues.push(issue)
    if (issues.length === mostIssues) break
  }
  return issues
}

type Ids = Record<'members' | 'songs' | 'setlists' | 'pictures' | 'deps', ReadonlySet<string>>
type FileEvent = BandFile['events'][number]

function* everyIssue(file: BandFile): Generator<FieldIssue> {
  const idsOf = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id))
  const ids = {
    members: idsOf(file.members),
    songs: idsOf(file.songs),
    setlists: idsOf(file.setlists),
    pictures: idsOf(file.pictures),
    deps: new Set(file.deps.flatMap(({ id }) => id ?? [])),
  }
  for (const part of ['members', 'songs', 'setlists', 'events', 'pictures'] as const) {
    yield* twice<{ id: string }>(file[part], ({ id }) => id, part, 'id')
  }
  yield* twice(file.deps, ({ id }) => id, 'deps', 'id')
  yield* reference(ids.pictures, file.band.pictureId, 'band.pictureId')
  for (const [at, member] of file.members.entries()) {
    yield* reference(ids.pictures, member.pictureId, `members.${at}.pictureId`)
  }
  yield* songIssues(file, ids)
  for (const [at, { items }] of file.setlists.entries()) {
    for (const [n, { songId }] of items.entries()) {
      yield* reference(ids.songs, songId, `setlists.${at}.items.${n}.songId`)
    }
  }
  for (const [at, event] of file.events.entries()) yield* issuesOfEvent(event, ids, `events.${at}`)
  yield* groupIssues(file)
}

function* songIssues({ songs }: BandFile, { members }: Ids): Generator<FieldIssue> {
  yield* twice(songs, ({ spotifyId }) => spotifyId, 'songs', 'spotifyId')
  for (const [at, song] of songs.entries()) {
    const path = `songs.${at}`
    yield* reference(members, song.addedByMembershipId, `${path}.addedByMembershipId`)
    for (const list of ['readiness', 'vetos'] as const) yield* memberList(members, song[list], `${path}.${list}`)
  }
}

function* issuesOfEvent(event: FileEvent, ids: Ids, path: string): Generator<FieldIssue> {
  for (const issue of findEventIssues({ ...event, cancelEventIds: undefined })) {
    yield { path: `${path}.${issue.path}`, message: issue.message }
  }
  yield* reference(ids.members, event.addedByMembershipId, `${path}.addedByMembershipId`)
  yield* reference(ids.setlists, event.setlistId, `${path}.setlistId`)
  yield* memberList(ids.members, event.answers, `${path}.answers`)
  for (const [n, { setBy }] of event.answers.entries())
    yield* reference(ids.members, setBy, `${path}.answers.${n}.setBy`)
  yield* twice(event.practisedSongIds, (id) => id, `${path}.practisedSongIds`)
  for (const [n, id] of event.practisedSongIds.entries()) {
    yield* reference(ids.songs, id, `${path}.practisedSongIds.${n}`)
  }
  if (event.isEditedByHand && event.seriesId === null) {
    yield { path: `${path}.isEditedByHand`, message: bandFileMessages.bandFileEditedByHand }
  }
  for (const [n, { membershipId }] of event.changes.entries())
    yield* reference(ids.members, membershipId, `${path}.changes.${n}.membershipId`)
  for (const [n, request] of event.depRequests.entries())
    yield* depRequestIssues(request, ids, `${path}.depRequests.${n}`)
  yield* optionIssues(event, path)
}

function* depRequestIssues(
  { asks, coversMembershipId, requestedByMembershipId }: FileEvent['depRequests'][number],
  { members, deps }: Ids,
  path: string,
): Generator<FieldIssue> {
  yield* reference(members, coversMembershipId, `${path}.coversMembershipId`)
  yield* reference(members, requestedByMembershipId, `${path}.requestedByMembershipId`)
  yield* twice(asks, ({ depId }) => depId, `${path}.asks`, 'depId')
  for (const [n, { depId, askedAt, answer, answeredAt }] of asks.entries()) {
    yield* reference(deps, depId, `${path}.asks.${n}.depId`)
    if (answer !== null && (askedAt === null || answeredAt === null)) {
      yield { path: `${path}.asks.${n}.answer`, message: bandFileMessages.bandFileDepAnswer }
    }
  }
}

function* optionIssues({ optionGroupId, optionNumber, optionCount }: FileEvent, path: string): Generator<FieldIssue> {
  const given = [optionGroupId, optionNumber, optionCount].filter((one) => one !== null)
  if (given.length === 0) return
  if (given.length < 3 || Number(optionNumber) > Number(optionCount)) {
    yield { path: `${path}.optionGroupId`, message: bandFileMessages.bandFileOption }
  }
}

/** Limits the events of an option group and of a series, because confirming an option or changing a series locks all of them. */
function* groupIssues({ events }: BandFile): Generator<FieldIssue> {
  const counts = new Map<string, number>()
  const isAbove = (id: string | null, most: number) => {
    if (id === null) return false
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === most + 1
  }
  for (const [at, { optionGroupId, seriesId }] of events.entries()) {
    if (isAbove(optionGroupId, limits.mostOptions)) {
      yield { path: `events.${at}.optionGroupId`, message: eventMessages.optionDatesCount }
    }
    if (isAbove(seriesId, limits.seriesDates)) {
      yield { path: `events.${at}.seriesId`, message: seriesMessages.seriesTooLong }
    }
  }
}

/** Issues of a list with at most one entry per member: unknown members and duplicates. */
function* memberList(
  members: ReadonlySet<string>,
  entries: readonly { membershipId: string }[],
  path: string,
): Generator<FieldIssue> {
  yield* twice(entries, ({ membershipId }) => membershipId, path, 'membershipId')
  for (const [n, { membershipId }] of entries.entries()) {
    yield* reference(members, membershipId, `${path}.${n}.membershipId`)
  }
}

function* reference(known: ReadonlySet<string>, id: string | null, path: string): Generator<FieldIssue> {
  if (id !== null && !known.has(id)) yield { path, message: bandFileMessages.bandFileReference }
}

function* twice<T>(
  list: readonly T[],
  keyOf: (entry: T) => string | null,
  path: string,
  field?: string,
): Generator<FieldIssue> {
  const seen = new Set<string>()
  for (const [at, entry] of list.entries()) {
    const key = keyOf(entry)
    if (key === null) continue
    if (seen.has(key))
      yield {
        path: [path, at, field].filter((part) => part !== undefined).join('.'),
        message: bandFileMessages.bandFileTwice,
      }
    seen.add(key)
  }
}
