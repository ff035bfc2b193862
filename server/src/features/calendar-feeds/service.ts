import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { eventPath } from '@gaffer/domain/events/event-path'
import type { BandFeedKind, FeedKind } from '@gaffer/domain/calendar-feeds/feed-kind'
import { chunksOf } from '#platform/chunks.ts'
import type { Db } from '#platform/db/connection.ts'
import type { Services } from '#services.ts'
import type { Feed } from '#platform/links.ts'
import { acquireHeavyReadSlot, runHeavyReadSlice } from '#http/limits/heavy-reads.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { orNotFound } from '#platform/refusals.ts'
import {
  calendarEnd,
  formatCalendarStart,
  formatCalendarEntries,
  calendarFormatHash,
  type FeedEntry,
  type CalendarHeader,
} from './calendar-text.ts'
import {
  incrementFeedVersion,
  incrementPersonalFeedVersion,
  listEntriesOfPage,
  listIdsInFeed,
  listIdsInFile,
  readFeedState,
  readFileState,
  type AnyFeedSubscriber,
  type FeedEntryRow,
} from './store.ts'

/** The number of past days in a feed; the future is unlimited. */
const feedPastDays = 366
/** Entries per page: about 1 ms of event-loop time with long notes. */
const pageSize = 25
/** Estimated bytes of a cache entry besides its text: the key and the cache's own records. */
const entryOverheadBytes = 600
/** Feeds by entity tag, at most 4 MB together. A long calendar is a few hundred kilobytes. */
const feedCache = new LRUCache<string, Buffer>({
  maxSize: 4_000_000,
  sizeCalculation: ({ length }) => length + entryOverheadBytes,
})
/** Builds in progress, by entity tag: parallel requests for one feed share a build. */
const runningBuilds = new Map<string, Promise<Buffer>>()
/** `content` is null when the client already has the file with this ETag. */
export type CalendarFile = { bandName: string; etag: string; content: Readable | null }
/** `content` is null when the client already has the feed with this ETag. */
export type CalendarFeed = { bandName: string; etag: string; content: Buffer | null }
type FeedUrls = { urls: Record<BandFeedKind, string> }

/** Streams all entries of the calendar file, except deleted ones. Unlike a feed, the file has old entries too. */
export async function exportCalendar(
  { config }: Services,
  db: Db,
  member: MemberContext,
  { includePrivate, memberOnly }: { includePrivate: boolean; memberOnly: boolean },
  isCurrent: (etag: string) => boolean,
): Promise<CalendarFile> {
  const kind = memberOnly ? 'member' : includePrivate ? 'full' : 'public'
  // Reads the state before the entries, so that the ETag is never newer than the text.
  const { bandName, state } = await runHeavyReadSlice(() => readFileState(db, member, kind))
  const etag = createCalendarTag(['file', member.bandId, member.userId, kind, bandName, config.publicUrl, state])
  if (isCurrent(etag)) return { bandName, etag, content: null }
  const { ids } = await runHeavyReadSlice(() => listIdsInFile(db, member, kind))
  const header = createCalendarHeader(config.publicUrl, kind, bandName)
  return { bandName, etag, content: Readable.from(streamCalendarText(db, member, kind, header, ids)) }
}

async function* streamCalendarText(
  db: Db,
  reader: AnyFeedSubscriber,
  kind: FeedKind,
  header: CalendarHeader,
  ids: string[],
): AsyncGenerator<string> {
  yield formatCalendarStart(header)
  for (const page of chunksOf(ids, pageSize)) {
    yield await runHeavyReadSlice(async () =>
      formatCalendarEntries(header, (await listEntriesOfPage(db, { ...reader, ids: page }, kind)).map(toFeedEntry)),
    )
  }
  yield calendarEnd
}

function toFeedEntry({ createdAt, updatedAt, ...entry }: FeedEntryRow): FeedEntry {
  return { ...entry, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

/** The feed URLs of the member, with the `feedVersion` that the guard has read. */
export function readFeedUrls(services: Services, { membershipId, feedVersion: version }: MemberContext): FeedUrls {
  const urlOf = (kind: BandFeedKind) => createFeedUrl(services, { subscriberId: membershipId, kind, version })
  return { urls: { full: urlOf('full'), public: urlOf('public'), member: urlOf('member') } }
}

/** Invalidates the feed URLs of the member, for example after a leak. */
export async function rotateFeedUrls(services: Services, db: Db, member: MemberContext): Promise<FeedUrls> {
  const { version } = orNotFound(await incrementFeedVersion(db, member))
  return readFeedUrls(services, { ...member, feedVersion: version })
}

export function readPersonalFeedUrl(services: Services, user: AuthenticatedUser): { url: string } {
  return {
    url: createFeedUrl(services, { subscriberId: user.userId, kind: 'personal', version: user.personalFeedVersion }),
  }
}

/** Invalidates the personal feed URL of the user. */
export async function rotatePersonalFeedUrl(
  services: Services,
  db: Db,
  user: AuthenticatedUser,
): Promise<{ url: string }> {
  const { version } = orNotFound(await incrementPersonalFeedVersion(db, user))
  return readPersonalFeedUrl(services, { ...user, personalFeedVersion: version })
}

function createFeedUrl({ config, links }: Services, feed: Feed): string {
  return `${config.publicUrl}/feeds/${links.signFeed(feed)}.ics`
}

/** The entity tag of a text that depends on these parts and on the code that formats it. */
function createCalendarTag(parts: readonly string[]): string {
  return `W/"${calendarFormatHash}.${hash('sha256', parts.join('\n'), 'base64url')}"`
}

/** Reads the state before the entries, so that the ETag is never newer than the text. */
export async function readFeed(
  { config: { publicUrl } }: Services,
  db: Db,
  reader: AnyFeedSubscriber,
  kind: FeedKind,
  isCurrent: (etag: string) => boolean,
): Promise<CalendarFeed> {
  const since = addDays(todayInLondon(db.clock.now()), -feedPastDays)
  const { bandName, state } = await readFeedState(db, { ...reader, since }, kind)
  const header = createCalendarHeader(publicUrl, kind, bandName)
  const bandId = 'bandId' in reader ? reader.bandId : ''
  const etag = createCalendarTag([bandId, reader.userId, kind, bandName, publicUrl, state])
  if (isCurrent(etag)) return { bandName, etag, content: null }
  const cached = feedCache.get(etag)
  if (cached) return { bandName, etag, content: cached }
  const content = await buildOnce(etag, reader.userId, async () => {
    const { ids } = await runHeavyReadSlice(() => listIdsInFeed(db, { ...reader, since }, kind))
    const pieces: Buffer[] = []
    for await (const piece of streamCalendarText(db, reader, kind, header, ids)) {
      pieces.push(Buffer.from(piece))
    }
    return Buffer.concat(pieces)
  })
  return { bandName, etag, content }
}

async function buildOnce(etag: string, userId: string, build: () => Promise<Buffer>): Promise<Buffer> {
  const running = runningBuilds.get(etag)
  if (running) return running
  const end = acquireHeavyReadSlot(userId)
  const building = build().finally(() => {
    end()
    runningBuilds.delete(etag)
  })
  runningBuilds.set(etag, building)
  const bytes = await building
  feedCache.set(etag, bytes)
  return bytes
}

/** Public feeds link to the landing page, because their readers may have no account. */
function createCalendarHeader(publicUrl: string, kind: FeedKind, bandName: string): CalendarHeader {
  const urlOf = (entry: FeedEntry) => publicUrl + eventPath(entry)
  return {
    full: { name: bandName, urlOf },
    public: { name: `${bandName}: public events`, urlOf: () => `${publicUrl}/` },
    member: { name: `${bandName}: my events`, urlOf },
    personal: { name: bandName, urlOf, isPersonal: true },
  }[kind]
}
