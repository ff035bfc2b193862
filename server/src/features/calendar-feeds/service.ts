import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { addDays, todayInLondon } from '@gaffer/domain/dates'
import type { BandFeedKind, FeedKind } from '@gaffer/domain/feed-kind'
import type { Db } from '#platform/db/connection.ts'
import type { Deps } from '#deps.ts'
import { makeFeedToken } from '#http/auth/feed-token.ts'
import { beginHeavyRead, runSlice } from '#http/heavy-reads.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { orNotFound } from '#platform/refusals.ts'
import { calendarEnd, calendarStart, entriesText, formatFingerprint, type CalendarHeader } from './calendar-text.ts'
import {
  findBandName,
  findFeedState,
  listEntries,
  listIdsInFeed,
  listIdsInFile,
  nextFeedVersion,
  nextPersonalFeedVersion,
  type FeedReader,
} from './store.ts'

/** Days of the past in a feed; the future is unlimited. */
const feedDays = 366
/** Entries per page: about 1 ms of event-loop time with long notes. */
const pageSize = 25
/** Estimated bytes of a cache entry besides its text: the key and the cache's own records. */
const entryBytes = 600
/** Feeds by entity tag, at most 4 MB together. A long calendar is a few hundred kilobytes. */
const cache = new LRUCache<string, Buffer>({ maxSize: 4_000_000, sizeCalculation: ({ length }) => length + entryBytes })
/** Builds in progress, by entity tag: parallel requests for one feed share a build. */
const builds = new Map<string, Promise<Buffer>>()
export type CalendarFile = { bandName: string; content: Readable }
/** `content` is null when the client already has the feed with this ETag. */
export type Feed = { bandName: string; etag: string; content: Buffer | null }
type Addresses = { urls: Record<BandFeedKind, string> }

/** Streams all entries, past ones too, without deleted ones. */
export async function exportCalendar(
  { config }: Deps,
  db: Db,
  member: MemberContext,
  { includePrivate, memberOnly }: { includePrivate: boolean; memberOnly: boolean },
): Promise<CalendarFile> {
  const kind = memberOnly ? 'member' : includePrivate ? 'full' : 'public'
  const bandName = await findBandName(db, member)
  const ids = await runSlice(() => listIdsInFile(db, member, kind))
  const header = headerOf(config.publicUrl, kind, bandName)
  return { bandName, content: Readable.from(textOf(db, member, kind, header, ids)) }
}

async function* textOf(
  db: Db,
  reader: FeedReader,
  kind: FeedKind,
  header: CalendarHeader,
  ids: string[],
): AsyncGenerator<string> {
  yield calendarStart(header)
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = ids.slice(from, from + pageSize)
    yield await runSlice(async () => entriesText(header, await listEntries(db, reader, kind, page)))
  }
  yield calendarEnd
}

/** The guard has read the version. */
export function readFeedUrls({ config, keys }: Deps, member: MemberContext): Addresses {
  return addressesOf(config.publicUrl, keys, member, member.feedVersion)
}

/** Invalidates the feed URLs of the member, for example after a leak. */
export async function rotateFeedUrls({ config, keys }: Deps, db: Db, member: MemberContext): Promise<Addresses> {
  return addressesOf(config.publicUrl, keys, member, await nextFeedVersion(db, member))
}

function addressesOf(
  publicUrl: string,
  keys: Deps['keys'],
  { membershipId }: MemberContext,
  current: number | undefined,
): Addresses {
  const version = orNotFound(current)
  const address = (kind: BandFeedKind) => feedUrl(publicUrl, keys, { ownerId: membershipId, kind, version })
  return { urls: { full: address('full'), public: address('public'), member: address('member') } }
}

export function readPersonalFeedUrl({ config, keys }: Deps, user: AuthenticatedUser): { url: string } {
  return personalAddress(config.publicUrl, keys, user, user.personalFeedVersion)
}

/** Invalidates the personal feed URL of the user. */
export async function rotatePersonalFeedUrl(
  { config, keys }: Deps,
  db: Db,
  user: AuthenticatedUser,
): Promise<{ url: string }> {
  return personalAddress(config.publicUrl, keys, user, await nextPersonalFeedVersion(db, user))
}

function personalAddress(
  publicUrl: string,
  keys: Deps['keys'],
  { userId }: AuthenticatedUser,
  current: number | undefined,
): { url: string } {
  const version = orNotFound(current)
  return { url: feedUrl(publicUrl, keys, { ownerId: userId, kind: 'personal', version }) }
}

function feedUrl(publicUrl: string, keys: Deps['keys'], feed: Parameters<typeof makeFeedToken>[1]): string {
  return `${publicUrl}/feeds/${makeFeedToken(keys, feed)}.ics`
}

/** Reads the state before the entries, so that the ETag is never newer than the text. */
export async function readFeed(
  { config: { publicUrl } }: Deps,
  db: Db,
  reader: FeedReader,
  kind: FeedKind,
  isCurrent: (etag: string) => boolean,
): Promise<Feed> {
  const since = addDays(todayInLondon(new Date()), -feedDays)
  const { bandName, state } = await findFeedState(db, reader, kind, since)
  const { urlOf } = headerOf(publicUrl, kind, bandName)
  const whole = ['bandId' in reader ? reader.bandId : '', reader.userId, kind, bandName, urlOf(''), state].join('\n')
  const etag = `W/"${formatFingerprint}.${hash('sha256', whole, 'base64url')}"`
  if (isCurrent(etag)) return { bandName, etag, content: null }
  const cached = cache.get(etag)
  if (cached) return { bandName, etag, content: cached }
  const content = await buildOnce(etag, reader.userId, async () => {
    const ids = await runSlice(() => listIdsInFeed(db, reader, kind, since))
    const pieces: Buffer[] = []
    for await (const piece of textOf(db, reader, kind, headerOf(publicUrl, kind, bandName), ids)) {
      pieces.push(Buffer.from(piece))
    }
    return Buffer.concat(pieces)
  })
  return { bandName, etag, content }
}

async function buildOnce(etag: string, userId: string, build: () => Promise<Buffer>): Promise<Buffer> {
  const running = builds.get(etag)
  if (running) return running
  const end = beginHeavyRead(userId)
  const building = build().finally(() => {
    end()
    builds.delete(etag)
  })
  builds.set(etag, building)
  const bytes = await building
  cache.set(etag, bytes)
  return bytes
}

/** Public feeds link to the landing page, because their readers may have no account. */
function headerOf(publicUrl: string, kind: FeedKind, bandName: string): CalendarHeader {
  const urlOf = (eventId: string) => `${publicUrl}/calendar?event=${eventId}`
  return {
    full: { name: bandName, urlOf },
    public: { name: `${bandName}: public events`, urlOf: () => `${publicUrl}/` },
    member: { name: `${bandName}: my events`, urlOf },
    personal: { name: bandName, urlOf, isPersonal: true },
  }[kind]
}
