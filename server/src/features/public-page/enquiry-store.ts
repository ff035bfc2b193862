import * as z from 'zod/mini'
import { Enquiry, type EnquiryForm, type EnquiryStatus } from '@gaffer/domain/public-page/enquiry'
import { bandEventTypes } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { command, hasRow, isoText, literal, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { EnquiryLinkHolder, MemberContext } from '#platform/verified-identities.ts'

export const insertUnconfirmedEnquiry = command(
  sql<{ bandId: string; id: string; encryptedForm: Buffer }>`
    insert into unconfirmed_enquiries (band_id, id, sealed, created_at) values ($bandId, $id, $encryptedForm, $now)`,
)

/** The band of an unconfirmed enquiry, for the confirmation mail; undefined if the enquiry is confirmed or deleted. */
export const findUnconfirmedEnquiry = optionalRow(
  z.strictObject({ bandId: z.string(), bandName: z.string() }),
  sql<{ bandId: string; id: string }>`
    select e.band_id as "bandId", b.name as "bandName"
    from unconfirmed_enquiries e join bands b on b.id = e.band_id where e.band_id = $bandId and e.id = $id`,
)

type EnquiryLinkKey = Pick<EnquiryLinkHolder, 'bandId' | 'enquiryId'>

/** `isConfirmed`: the band has the enquiry. `acceptsEnquiries`: the band's page is on and has the form. */
export const findLinkState = optionalRow(
  z.strictObject({
    bandName: z.string(),
    slug: z.nullable(z.string()),
    isConfirmed: z.boolean(),
    acceptsEnquiries: z.boolean(),
  }),
  sql<EnquiryLinkKey>`
    select b.name as "bandName", (select slug from public_slugs where band_id = b.id and ended_at is null) as slug,
      exists (select from enquiries where band_id = b.id and id = $enquiryId) as "isConfirmed",
      coalesce(p.is_on and p.accepts_enquiries, false) as "acceptsEnquiries"
    from bands b left join public_pages p on p.band_id = b.id where b.id = $bandId`,
)

/** Deletes the unconfirmed enquiry and returns its encrypted form. */
export const takeUnconfirmedEnquiry = optionalRow(
  z.strictObject({ encryptedForm: z.instanceof(Buffer) }),
  sql<EnquiryLinkKey>`
    delete from unconfirmed_enquiries where band_id = $bandId and id = $enquiryId returning sealed as "encryptedForm"`,
)

export const isDailyEnquiryLimitReached = hasRow(
  sql<EnquiryLinkKey>`
    select from enquiries where band_id = $bandId and received_at > $now - interval '24 hours'
    offset ${literal(limits.enquiriesPerDay - 1)} limit 1`,
)

export const isOpenEnquiryLimitReached = hasRow(
  sql<EnquiryLinkKey>`
    select from enquiries where band_id = $bandId and status = 'new' offset ${literal(limits.openEnquiries - 1)} limit 1`,
)

export const insertEnquiry = command(
  sql<EnquiryLinkKey & EnquiryForm>`
    insert into enquiries (band_id, id, name, reply_to, occasion, dates, place, text, status, received_at, updated_at)
    values ($bandId, $enquiryId, $name, $email, $occasion, $dates::date[], $place, $text, 'new', $now, $now)`,
)

// Leaves out deleted events. Their ids stay stored, so that restored events are listed again.
const selectEnquiries = sql`
  select q.id, q.name, q.reply_to as email, q.occasion, array(select d::text from unnest(q.dates) d order by d) as dates, q.place, q.text,
    q.status, ${isoText(sql`q.received_at`)} as "receivedAt", q.version,
    array(
      select e.id::text from events e
      where e.band_id = q.band_id and e.id = any(q.event_ids) and e.deleted_at is null order by e.date) as "eventIds"
  from enquiries q`

/** A page of enquiries, newest first. `before` is the id of the last enquiry of the previous page. */
export const listEnquiryPage = manyRows(
  Enquiry,
  sql<MemberContext & { before: string | null }>`
    ${selectEnquiries}
    where q.band_id = $bandId and ($before::uuid is null or (q.received_at, q.id) < (
      select received_at, id from enquiries where band_id = $bandId and id = $before::uuid))
    order by q.received_at desc, q.id desc limit ${literal(limits.enquiriesShown)}`,
)

type EnquiryKey = MemberContext & { enquiryId: string }

export const findEnquiry = optionalRow(
  Enquiry,
  sql<EnquiryKey>`${selectEnquiries} where q.band_id = $bandId and q.id = $enquiryId`,
)

export const lockEnquiry = command(
  sql<EnquiryKey>`select from enquiries where band_id = $bandId and id = $enquiryId for no key update`,
)

export const updateEnquiry = command(
  sql<EnquiryKey & { status: EnquiryStatus; eventIds: readonly string[] }>`
    update enquiries set status = $status, event_ids = $eventIds::uuid[], version = version + 1, updated_at = $now
    where band_id = $bandId and id = $enquiryId`,
)

export const findAllowedEventTypes = optionalRow(
  z.strictObject({ types: z.array(z.enum(bandEventTypes)) }),
  sql<MemberContext>`select allowed_event_types as types from bands where id = $bandId`,
)
