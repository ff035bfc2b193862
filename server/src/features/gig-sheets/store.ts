import type { GigSheet, ParsedGigSheet, GigSheetShareOptions } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { SheetLinkContent } from '@gaffer/domain/gig-sheets/sheet-link'
import { eventWithPlaceJsonSql, type EventKey } from '#features/events/columns.ts'
import { sharedSetlistItemsSql } from '#features/set-lists/columns.ts'
import type { Db } from '#platform/db/connection.ts'
import {
  preparedHasRow,
  preparedCommand,
  preparedRequiredRow,
  preparedOptionalRow,
} from '#platform/db/prepared-query.ts'
import { gigSheetColumnByField, gigSheetJsonSql } from './columns.ts'

/** `linkId` is a part of the link's token, `sharedOn` the day of the last sharing. */
export type ShareLinkRow = GigSheetShareOptions & { linkId: string; sharedOn: string | null }

const names = Object.keys(gigSheetColumnByField)
const written = Object.values(gigSheetColumnByField).join(', ')
const selected = Object.entries(gigSheetColumnByField)
  .map(([name, column]) => `g.${column} as "${name}"`)
  .join(', ')

/** Undefined until the sheet is saved for the first time. */
export const findGigSheet = preparedOptionalRow<GigSheet, EventKey>(`
  select ${selected}, g.version from gig_sheets g where g.band_id = $bandId and g.event_id = $eventId`)

const sheetUpsert = preparedRequiredRow<GigSheet>(`
  insert into gig_sheets as g (band_id, event_id, ${written})
  values ($bandId, $eventId, ${names.map((name) => `$${name}`).join(', ')})
  on conflict (band_id, event_id) do update set
    (${written}) = row(${Object.values(gigSheetColumnByField)
      .map((column) => `excluded.${column}`)
      .join(', ')}),
    version = g.version + 1
  returning ${selected}, g.version`)

export function upsertGigSheet(tx: Db, key: EventKey, draft: ParsedGigSheet): Promise<GigSheet> {
  return sheetUpsert(tx, { ...key, ...draft, times: JSON.stringify(draft.times) })
}

// updated_at is part of the calendar's ETag. The version stays, so that no parallel edit of the event becomes stale.
/** Makes readers refetch the event, which has a sheet from now on. */
export const setHasGigSheet = preparedCommand<EventKey>(`
  update events set has_gig_sheet = true, updated_at = clock_timestamp() where band_id = $bandId and id = $eventId`)

const linkColumns = `link_id as "linkId", with_fee as "withFee", with_contact as "withContact", shared_on as "sharedOn"`
export const findLink = preparedOptionalRow<ShareLinkRow, EventKey>(`
  select ${linkColumns} from gig_sheet_links where band_id = $bandId and event_id = $eventId`)

/** A link keeps its id until it is revoked. */
export const upsertLink = preparedRequiredRow<ShareLinkRow, EventKey & ShareLinkRow>(`
  insert into gig_sheet_links (band_id, event_id, link_id, with_fee, with_contact, shared_on)
  values ($bandId, $eventId, $linkId, $withFee, $withContact, $sharedOn)
  on conflict (band_id, event_id) do update set
    with_fee = excluded.with_fee, with_contact = excluded.with_contact, shared_on = excluded.shared_on
  returning ${linkColumns}`)

/** False when there was no link. */
export const deleteLink = preparedHasRow<EventKey>(`
  delete from gig_sheet_links where band_id = $bandId and event_id = $eventId returning 1`)

type SharedRow = Pick<SheetLinkContent, 'bandName' | 'event' | 'setlist'> & { sheet: GigSheet | null }

/** The event with its sheet and set list; undefined when it is deleted. */
export const findSharedSheet = preparedOptionalRow<SharedRow, EventKey>(`
  select b.name as "bandName",
    ${eventWithPlaceJsonSql(['title', 'type', 'status', 'date', 'endDate', 'startTime', 'endTime', 'isAllDay'])} as event,
    case when g.event_id is not null then ${gigSheetJsonSql(['version'])} end as sheet,
    case when l.id is not null then json_build_object('name', l.name, 'items', ${sharedSetlistItemsSql()}) end as setlist
  from events e
  join bands b on b.id = e.band_id
  left join gig_sheets g on g.band_id = e.band_id and g.event_id = e.id
  left join setlists l on l.band_id = e.band_id and l.id = e.setlist_id and l.deleted_at is null
  where e.band_id = $bandId and e.id = $eventId and e.deleted_at is null`)
