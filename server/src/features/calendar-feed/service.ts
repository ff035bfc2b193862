// The calendar for other programs: a file to download, and secret addresses to subscribe to.

import { hash } from 'node:crypto'
import { addDays, todayInLondon } from '@gaffer/domain/dates'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Db } from '#db/connection.ts'
import type { Deps } from '#deps.ts'
import { makeFeedToken, type FeedKind } from '#http/gate/feed-token.ts'
import type { ActingMember, Subscriber } from '#http/gate/gates.ts'
import { keepLately } from '#http/lately.ts'
import type { RawReply } from '#http/serve.ts'
import { calendarText } from './calendar-text.ts'
import { contentDisposition } from './file-name.ts'
import { formatOf } from './format.ts'
import {
  findBandName,
  findFeedState,
  findFeedVersion,
  listEntriesInFeed,
  listEntriesInFile,
  nextFeedVersion,
} from './store.ts'

/** Days back that a subscription reaches; what lies ahead is never cut. */
const feedDays = 366
const format = formatOf(calendarText)
/** A long calendar is a few hundred kilobytes. */
const lately = keepLately(4_000_000)
const mediaType = 'text/calendar; charset=utf-8'

type Addresses = { urls: Record<FeedKind, string> }

/** The whole calendar of that kind from its beginning, without what was deleted. */
export async function exportCalendar(
  { config }: Deps,
  db: Db,
  acting: ActingMember,
  { includePrivate, memberOnly }: { includePrivate: boolean; memberOnly: boolean },
): Promise<RawReply> {
  const kind = memberOnly ? 'member' : includePrivate ? 'full' : 'public'
  const bandName = await findBandName(db, acting)
  const entries = await listEntriesInFile(db, acting, kind)
  const headers = { 'content-type': mediaType, 'content-disposition': contentDisposition('attachment', bandName) }
  return { headers, content: calendarText({ ...about(config.publicUrl, kind, bandName), entries }) }
}

export async function readAddresses({ config, keys }: Deps, db: Db, acting: ActingMember): Promise<Addresses> {
  return addressesOf(config.publicUrl, keys, acting, await findFeedVersion(db, acting))
}

/** For when an address got into the wrong hands. */
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

/** The subscription. The state is read before the entries, so a tag is never newer than the text that it stands for. */
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
  const entries = await listEntriesInFeed(db, reader, kind, since)
  const content = Buffer.from(calendarText({ ...about(publicUrl, kind, bandName), entries }))
  lately.put(headers.etag, { tag: headers.etag, bytes: content })
  return { headers, content }
}

/** The calendar's name and the page of each event; strangers, who may read the public one, get the landing page. */
function about(publicUrl: string, kind: FeedKind, bandName: string) {
  const urlOf = (eventId: string) => `${publicUrl}/calendar?event=${eventId}`
  return {
    full: { name: bandName, urlOf },
    public: { name: `${bandName}: public events`, urlOf: () => `${publicUrl}/` },
    member: { name: `${bandName}: my events`, urlOf },
  }[kind]
}
