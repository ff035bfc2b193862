import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { ActivityVerb } from '@gaffer/domain/activity/activity'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { eventTypeLabels, isGigOrFestival } from '@gaffer/domain/shared/event-type'
import {
  emptyGigSheet,
  toSharedGigSheet,
  type GigSheet,
  type ParsedGigSheet,
  type GigSheetShareOptions,
  type SharedGigSheet,
} from '@gaffer/domain/gig-sheets/gig-sheet'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { gigSheetMessages } from '@gaffer/domain/gig-sheets/gig-sheet-messages'
import { lastDayOfSheetLink, type SheetLink, type SheetLinkContent } from '@gaffer/domain/gig-sheets/sheet-link'
import type { Venue } from '@gaffer/domain/gig-sheets/venue'
import { lastDayOfSpan } from '@gaffer/domain/shared/span'
import type { Services } from '#services.ts'
import { logActivity } from '#features/activity/service.ts'
import type { EventKey } from '#features/events/event-columns.ts'
import { lockAndReadEntry, readEntry } from '#features/events/service.ts'
import { inTransaction, onOneConnection, type Db } from '#platform/db/connection.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import { gigSheetSaved } from './hooks.ts'
import {
  deleteSheetLink,
  findGigSheet,
  findSheetLink,
  findSharedGig,
  listVenuesOfBand,
  setHasGigSheet,
  upsertGigSheet,
  upsertSheetLink,
  type ShareLinkRow,
} from './store.ts'

export async function readGigSheet(db: Db, member: MemberContext, eventId: string): Promise<GigSheet> {
  const [, sheet] = await readWithGig(db, member, eventId, findGigSheet)
  return sheet ?? emptyGigSheet
}

/** Finds places of gigs by a part of the place's name. Names that begin with the text come first, then the places played most often. */
export function listVenues(db: Db, { bandId }: MemberContext, text: string): Promise<Venue[]> {
  return listVenuesOfBand(db, { bandId, text: text.toLowerCase() })
}

/** Replaces the whole sheet. */
export function saveGigSheet(
  db: Db,
  member: MemberContext,
  eventId: string,
  draft: ParsedGigSheet,
  seenVersions: SeenVersions,
): Promise<GigSheet> {
  return inTransaction(db, async (tx) => {
    const { key, event } = await lockGig(tx, member, eventId)
    const stored = await findGigSheet(tx, key)
    refuseStaleEdit(stored ?? emptyGigSheet, seenVersions)
    // An unchanged sheet keeps its version, so that parallel edits get no 412.
    if (stored && isDeepStrictEqual({ ...stored, ...draft }, stored)) return stored
    const saved = await upsertGigSheet(tx, key, draft)
    if (!stored) await setHasGigSheet(tx, key)
    await gigSheetSaved.run(tx, member, { eventId, before: stored ?? emptyGigSheet, after: saved })
    await logSheetActivity(tx, member, 'changed_gig_sheet', event)
    return saved
  })
}

/** Returns the link that shares the sheet; null if the sheet is not shared or the link has expired. */
export async function readGigSheetShare(
  services: Services,
  db: Db,
  member: MemberContext,
  eventId: string,
): Promise<SheetLink | null> {
  const [{ key, event }, link] = await readWithGig(db, member, eventId, findSheetLink)
  if (!link) return null
  const worksUntil = lastDayOfSheetLink({ lastDay: lastDayOfSpan(event), sharedOn: link.sharedOn })
  if (worksUntil < todayInLondon(db.clock.now())) return null
  const { withFee, withContact } = link
  return { url: createSheetUrl(services, key, link), withFee, withContact, worksUntil }
}

/** Creates the link, or renews it with other options. The URL stays the same until the link is revoked or the link key is rotated. */
export function shareGigSheet(
  services: Services,
  db: Db,
  member: MemberContext,
  eventId: string,
  shown: GigSheetShareOptions,
): Promise<{ url: string }> {
  return inTransaction(db, async (tx) => {
    const { key, event } = await lockGig(tx, member, eventId)
    const link = await upsertSheetLink(tx, { ...key, ...shown, linkId: randomUUID() })
    await logSheetActivity(tx, member, 'shared_gig_sheet', event)
    return { url: createSheetUrl(services, key, link) }
  })
}

/** Also succeeds if there is no link, so that the request can be repeated. */
export function revokeGigSheetShare(db: Db, member: MemberContext, eventId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { key, event } = await lockGig(tx, member, eventId)
    if (await deleteSheetLink(tx, key)) await logSheetActivity(tx, member, 'revoked_gig_sheet', event)
  })
}

/** Returns the sheet for a reader outside the band, with the event and its set list. Throws 404 if the event was deleted or is no longer a gig. */
export async function readSharedSheet(db: Db, key: EventKey, shown: GigSheetShareOptions): Promise<SheetLinkContent> {
  const [gig, sheet = emptyGigSheet] = await Promise.all([findSharedGig(db, key), findGigSheet(db, key)])
  if (!gig || !isGigOrFestival(gig.type)) throw new AppError('not_found', eventMessages.linkDead)
  const { bandName, setlist, ...event } = gig
  return { bandName, event, ...toSharedGigSheet(sheet, shown), setlist }
}

/** Returns the sheet for a dep who plays, with the contact and without the band's fee; null until a member saves a sheet. */
export async function readSheetForDep(db: Db, key: EventKey): Promise<SharedGigSheet | null> {
  const sheet = await findGigSheet(db, key)
  return sheet ? toSharedGigSheet(sheet, { withFee: false, withContact: true }) : null
}

type Gig = { key: EventKey; event: CalendarEntry }

/** Reads the gig and calls `read` with its key, in parallel. Refuses an event that is not a gig. */
function readWithGig<T>(
  pool: Db,
  member: MemberContext,
  eventId: string,
  read: (db: Db, key: EventKey) => Promise<T>,
): Promise<[Gig, T]> {
  return onOneConnection(pool, async (db) => {
    const [event, found] = await Promise.all([
      readEntry(db, member, eventId),
      read(db, { bandId: member.bandId, eventId }),
    ])
    return [toGig(member, event), found]
  })
}

function toGig({ bandId }: MemberContext, event: CalendarEntry): Gig {
  if (!isGigOrFestival(event.type)) throw new AppError('invalid_input', gigSheetMessages.noGigSheet)
  return { key: { bandId, eventId: event.id }, event }
}

/** Serialises the edits of one event's sheet and link. */
async function lockGig(tx: Db, member: MemberContext, eventId: string): Promise<Gig> {
  return toGig(member, await lockAndReadEntry(tx, member, eventId))
}

function createSheetUrl({ config, links }: Services, { bandId, eventId }: EventKey, { linkId }: ShareLinkRow): string {
  const token = links.signLink('sheet', [bandId, eventId], { expiresAt: null, boundTo: linkId })
  return `${config.publicUrl}/sheet/${token}`
}

function logSheetActivity(tx: Db, member: MemberContext, verb: ActivityVerb, { title, type, date }: CalendarEntry) {
  return logActivity(tx, member, { verb, subject: title ?? eventTypeLabels[type], date })
}
