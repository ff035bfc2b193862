import * as z from 'zod/mini'
import { GigSheet, type ParsedGigSheet, type GigSheetShareOptions } from '@gaffer/domain/gig-sheets/gig-sheet'
import { Venue } from '@gaffer/domain/gig-sheets/venue'
import { limits } from '@gaffer/domain/shared/limits'
import { SheetLinkContent } from '@gaffer/domain/gig-sheets/sheet-link'
import type { EventKey } from '#features/events/event-columns.ts'
import { gigTypes } from '#features/events/conditions.ts'
import { EventSummary, eventSummaryColumns } from '#features/events/summary-columns.ts'
import { sharedItemFields, sharedSetlistItems } from '#features/set-lists/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { command, hasRow, literal, manyRows, oneRow, optionalRow, sql } from '#platform/db/statement.ts'
import { gigSheetColumns } from './columns.ts'

/** The sheet of the event; undefined until a member saves it for the first time. */
export const findGigSheet = optionalRow(
  GigSheet,
  sql<EventKey>`
    select ${gigSheetColumns}, g.version from gig_sheets g where g.band_id = $bandId and g.event_id = $eventId`,
)

const writeGigSheet = oneRow(
  GigSheet,
  sql<EventKey & Omit<ParsedGigSheet, 'times'> & { times: string }>`
    insert into gig_sheets as g (
      band_id, event_id, address, times, contact_name, contact_phone, contact_email, getting_there, gear, hospitality,
      fee_pence, fee_note, fee_paid)
    values (
      $bandId, $eventId, $address, $times, $contactName, $contactPhone, $contactEmail, $gettingThere, $gear, $hospitality,
      $feePence, $feeNote, $feePaid)
    on conflict (band_id, event_id) do update set
      address = excluded.address, times = excluded.times, contact_name = excluded.contact_name,
      contact_phone = excluded.contact_phone, contact_email = excluded.contact_email,
      getting_there = excluded.getting_there, gear = excluded.gear, hospitality = excluded.hospitality,
      fee_pence = excluded.fee_pence, fee_note = excluded.fee_note, fee_paid = excluded.fee_paid, version = g.version + 1
    returning ${gigSheetColumns}, g.version`,
)

export function upsertGigSheet(tx: Db, key: EventKey, draft: ParsedGigSheet): Promise<GigSheet> {
  return writeGigSheet(tx, { ...key, ...draft, times: JSON.stringify(draft.times) })
}

/**
 * Marks the event as having a sheet. `updated_at` is part of the event in a response, so the ETag changes and readers refetch the event.
 * The version stays: a parallel edit of the event would get 412 otherwise.
 */
export const setHasGigSheet = command(
  sql<EventKey>`
    update events set has_gig_sheet = true, updated_at = $now where band_id = $bandId and id = $eventId`,
)

/** `linkId` is a part of the link's token, `sharedOn` the day of the last sharing. */
const ShareLinkRow = z.strictObject({
  linkId: z.string(),
  withFee: z.boolean(),
  withContact: z.boolean(),
  sharedOn: z.nullable(z.string()),
})
export type ShareLinkRow = z.infer<typeof ShareLinkRow>

const linkColumns = sql`
  link_id as "linkId", with_fee as "withFee", with_contact as "withContact", shared_on as "sharedOn"`

export const findSheetLink = optionalRow(
  ShareLinkRow,
  sql<EventKey>`select ${linkColumns} from gig_sheet_links where band_id = $bandId and event_id = $eventId`,
)

/** Inserts the link, or stores new options and today in the existing link. An existing link keeps its id, and so its URL. */
export const upsertSheetLink = oneRow(
  ShareLinkRow,
  sql<EventKey & GigSheetShareOptions & { linkId: string }>`
    insert into gig_sheet_links (band_id, event_id, link_id, with_fee, with_contact, shared_on)
    values ($bandId, $eventId, $linkId, $withFee, $withContact, $today)
    on conflict (band_id, event_id) do update set
      with_fee = excluded.with_fee, with_contact = excluded.with_contact, shared_on = excluded.shared_on
    returning ${linkColumns}`,
)

/** Deletes the link; returns false if there was none. */
export const deleteSheetLink = hasRow(
  sql<EventKey>`delete from gig_sheet_links where band_id = $bandId and event_id = $eventId returning 1`,
)

/** The event with its set list; undefined if the event is deleted. */
export const findSharedGig = optionalRow(
  z.extend(EventSummary, {
    place: z.nullable(z.string()),
    ...z.pick(SheetLinkContent, { bandName: true, setlist: true }).shape,
  }),
  sql<EventKey>`
    select ${eventSummaryColumns}, coalesce(e.venue, e.location) as place, b.name as "bandName",
      case when l.id is not null then json_build_object(
        'name', l.name, 'items', ${sharedSetlistItems(sharedItemFields)}) end as setlist
    from events e
    join bands b on b.id = e.band_id
    left join setlists l on l.band_id = e.band_id and l.id = e.setlist_id and l.deleted_at is null
    where e.band_id = $bandId and e.id = $eventId and e.deleted_at is null`,
)

/** Places of gigs and festivals. Address, contact, gear and fee are from the latest gig there, preferably past and with a sheet. */
export const listVenuesOfBand = manyRows(
  Venue,
  sql<{ bandId: string; text: string }>`
    with gigs as (
      select coalesce(e.venue, e.location) as place, e.date, e.date <= $today as is_past, g.event_id is not null as has_sheet,
        ${gigSheetColumns}
      from events e left join gig_sheets g on g.band_id = e.band_id and g.event_id = e.id
      where e.band_id = $bandId and e.deleted_at is null and e.status <> 'cancelled' and e.type in (${gigTypes})
        and strpos(lower(coalesce(e.venue, e.location)), $text) > 0),
    places as (
      select lower(place) as name, count(*) filter (where is_past)::int as times, max(date) filter (where is_past) as past,
        max(date) as latest
      from gigs group by lower(place)
      order by starts_with(lower(place), $text) desc, times desc, latest desc limit ${literal(limits.venuesShown)})
    select last.place, last.address, last."contactName", last."contactPhone", last."contactEmail", last."gettingThere",
      last.gear, coalesce(p.past, p.latest) as "lastDate", p.times as "timesPlayed", last."feePence" as "lastFeePence"
    from places p cross join lateral (
      select * from gigs where lower(gigs.place) = p.name
      order by has_sheet desc, is_past desc, date desc limit 1) last
    order by starts_with(p.name, $text) desc, p.times desc, p.latest desc`,
)
