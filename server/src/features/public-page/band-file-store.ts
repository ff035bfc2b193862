// The rows of the public page and its enquiries in a band file.

import * as z from 'zod/mini'
import { Enquiry } from '@gaffer/domain/public-page/enquiry'
import { PublicPage } from '@gaffer/domain/public-page/public-page'
import { limits } from '@gaffer/domain/shared/limits'
import { command, isoText, literal, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

const { bio, hometown, genres, links, acceptsEnquiries, showsPast } = PublicPage.shape

export const findExportedPage = optionalRow(
  z.strictObject({ bio, hometown, genres, links, acceptsEnquiries, showsPast }),
  sql<MemberContext>`
    select bio, hometown, genres, links, accepts_enquiries as "acceptsEnquiries", shows_past as "showsPast"
    from public_pages where band_id = $bandId`,
)

/** The newest enquiries, with the events that were pencilled for them and are not deleted. */
export const listExportedEnquiries = manyRows(
  z.omit(Enquiry, { id: true, version: true }),
  sql<MemberContext>`
    select q.name, q.reply_to as email, q.occasion, q.dates::text[] as dates, q.place, q.text, q.status,
      ${isoText(sql`q.received_at`)} as "receivedAt",
      array(
        select e.id::text from events e
        where e.band_id = q.band_id and e.id = any(q.event_ids) and e.deleted_at is null order by e.date) as "eventIds"
    from enquiries q where q.band_id = $bandId
    order by q.received_at desc, q.id desc limit ${literal(limits.enquiriesInBandFile)}`,
)

/** Inserts the page as off: an owner has to turn on the page of an imported band. */
export const insertPageOfFile = command(
  sql<{ bandId: string; page: string }>`
    insert into public_pages (band_id, is_on, bio, hometown, genres, links, accepts_enquiries, shows_past, updated_at)
    select $bandId, false, r.bio, r.hometown, r.genres, r.links, r."acceptsEnquiries", r."showsPast", $now
    from jsonb_to_record($page::jsonb) as r (
      bio text, hometown text, genres text[], links jsonb, "acceptsEnquiries" boolean, "showsPast" boolean)`,
)

export const insertEnquiriesOfFile = command(
  sql<{ bandId: string; rows: string }>`
    insert into enquiries (
      band_id, id, name, reply_to, occasion, dates, place, text, status, event_ids, received_at, updated_at)
    select $bandId, r.id, r.name, r.email, r.occasion, r.dates, r.place, r.text, r.status, r."eventIds",
      least(r."receivedAt", $now), $now
    from jsonb_to_recordset($rows::jsonb) as r (
      id uuid, name text, email text, occasion text, dates date[], place text, text text, status text, "eventIds" uuid[],
      "receivedAt" timestamptz)`,
)
