import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { addDays, todayInLondon } from '@gaffer/domain/dates'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Db } from '#db/connection.ts'
import type { Deps } from '#deps.ts'
import { makeFeedToken, type FeedKind } from '#http/gate/feed-token.ts'
import type { ActingMember, Subscriber } from '#http/gate/gates.ts'
import { beginHeavyRead, runSlice } from '#http/heavy-reads.ts'
import { keepLately } from '#http/lately.ts'
import type { RawReply } from '#http/serve.ts'
import { calendarEnd, calendarStart, calendarText, entriesText, type CalendarAbout } from './calendar-text.ts'
import { contentDisposition } from './file-name.ts'
import { formatOf } from './format.ts'
import {
  findBandName,
  findFeedState,
  findFeedVersion,
  listEntries,
  listIdsInFeed,
  listIdsInFile,
  nextFeedVersion,
} from './store.ts'

/** Days of the past in a feed; the future is unlimited. */
const feedDays = 366
/** Entries per page: about 1 ms of event-loop time with long notes. */
const pageSize = 25
const format = formatOf(calendarText)
/** Bytes; a long calendar has a few hundred kilobytes. */
const lately = keepLately(4_000_000)
/** Builds in progress by ETag: parallel requests for a feed share one build. */
const builds = new Map<string, Promise<Buffer>>()
const mediaType = 'text/calendar; charset=utf-8'

type Addresses = { urls: Record<FeedKind, string> }

/** Streams all entries, past ones too, without deleted ones. */
export async function exportCalendar(
  { config }: Deps,
  db: Db,
  acting: ActingMember,
  { includePrivate, memberOnly }: { includePrivate: boolean; memberOnly: boolean },
): Promise<RawReply> {
  const kind = memberOnly ? 'member' : includePrivate ? 'full' : 'public'
  const bandName = await findBandName(db, acting)
  const ids = await runSlice(() => listIdsInFile(db, acting, kind))
  const headers = { 'content-type': mediaType, 'content-disposition': contentDisposition('attachment', bandName) }
  return { headers, content: Readable.from(textOf(db, acting, kind, about(config.publicUrl, kind, bandName), ids)) }
}

async function* textOf(
  db: Db,
  reader: Subscriber,
  kind: FeedKind,
  calendar: CalendarAbout,
  ids: string[],
): AsyncGenerator<string> {
  yield calendarStart(calendar)
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = ids.slice(from, from + pageSize)
    yield await runSlice(async () => entriesText(calendar, await listEntries(db, reader, kind, page)))
  }
  yield calendarEnd
}

export async function readAddresses({ config, keys }: Deps, db: Db, acting: ActingMember): Promise<Addresses> {
  return addressesOf(config.publicUrl, keys, acting, await findFeedVersion(db, acting))
}

/** Invalidates the feed URLs of the member, for example after a leak. */
export async function rotateAddresses({ config, keys }: Deps, db: Db, acting: ActingMember): Promise<Addresses> {
  return addressesOf(config.publicUrl, keys, acting, await nextFeedVersion(db, acting))
}

function addressesOf(
  publicUrl: string,
  keys: Deps['keys'],
  { membershipId }: ActingMember,
  version: number | undefined,
): Addresses {
  if (version === undefined) throw new Refusal('not_found', messages.notFound)
  const address = (kind: FeedKind) => `${publicUrl}/feeds/${makeFeedToken(keys, { membershipId, kind, version })}.ics`
  return { urls: { full: address('full'), public: address('public'), member: address('member') } }
}

/** Reads the state before the entries, so that the ETag is never newer than the text. */
export async function readFeed(
  { config: { publicUrl } }: Deps,
  db: Db,
  reader: Subscriber,
  kind: FeedKind,
  has: (etag: string) => boolean,
): Promise<RawReply> {
  const since = addDays(todayInLondon(new Date()), -feedDays)
  const { bandName, state } = await findFeedState(db, reader, kind, since)
  const { urlOf } = about(publicUrl, kind, bandName)
  const whole = [reader.bandId, reader.userId, kind, bandName, urlOf(''), state].join('\n')
  const headers = {
    'content-type': mediaType,
    'content-disposition': contentDisposition('inline', bandName),
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    etag: `W/"${format}.${hash('sha256', whole, 'base64url')}"`,
  }
  if (has(headers.etag)) return { status: 304, headers, content: null }
  const kept = lately.get(headers.etag)
  if (kept) return { headers, content: kept.bytes }
  const content = await buildOnce(headers.etag, reader.userId, async () => {
    const ids = await runSlice(() => listIdsInFeed(db, reader, kind, since))
    const pieces: Buffer[] = []
    for await (const piece of textOf(db, reader, kind, about(publicUrl, kind, bandName), ids)) {
      pieces.push(Buffer.from(piece))
    }
    return Buffer.concat(pieces)
  })
  return { headers, content }
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
  lately.put(etag, { tag: etag, bytes })
  return bytes
}

/** Public feeds link to the landing page, because their readers may have no account. */
function about(publicUrl: string, kind: FeedKind, bandName: string): CalendarAbout {
  const urlOf = (eventId: string) => `${publicUrl}/calendar?event=${eventId}`
  return {
    full: { name: bandName, urlOf },
    public: { name: `${bandName}: public events`, urlOf: () => `${publicUrl}/` },
    member: { name: `${bandName}: my events`, urlOf },
  }[kind]
}
