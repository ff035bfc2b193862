import * as z from 'zod/mini'
import { BandEvent } from '@gaffer/domain/events/event'
import { PublicPage, type ParsedPublicPage } from '@gaffer/domain/public-page/public-page'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { hourAndMinute } from '#features/events/conditions.ts'
import { EventSummary } from '#features/events/summary-columns.ts'
import type { Db } from '#platform/db/connection.ts'
import { command, hasRow, literal, manyRows, oneRow, optionalRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

const { url: _, ...stored } = PublicPage.shape
const StoredPage = z.strictObject(stored)
export type StoredPage = z.infer<typeof StoredPage>

const storedPageColumns = sql`
  p.is_on as "isOn", (select slug from public_slugs where band_id = p.band_id and ended_at is null) as slug, p.bio,
  p.hometown, p.genres, p.links, p.accepts_enquiries as "acceptsEnquiries", p.shows_past as "showsPast", p.version`

/** The page of the band; undefined until it is saved for the first time. */
export const findPage = optionalRow(
  StoredPage,
  sql<MemberContext>`select ${storedPageColumns} from public_pages p where p.band_id = $bandId`,
)

/** Locks the band until the transaction ends, so that its page is saved by one request at a time. */
export const lockBandOfPage = command(sql<MemberContext>`select from bands where id = $bandId for no key update`)

const upsertPageRow = command(
  sql<MemberContext & Omit<ParsedPublicPage, 'links' | 'slug'> & { links: string }>`
    insert into public_pages as p (
      band_id, is_on, bio, hometown, genres, links, accepts_enquiries, shows_past, updated_at)
    values ($bandId, $isOn, $bio, $hometown, $genres, $links::jsonb, $acceptsEnquiries, $showsPast, $now)
    on conflict (band_id) do update set
      is_on = excluded.is_on, bio = excluded.bio, hometown = excluded.hometown, genres = excluded.genres,
      links = excluded.links, accepts_enquiries = excluded.accepts_enquiries, shows_past = excluded.shows_past,
      version = p.version + 1, updated_at = excluded.updated_at`,
)

export function upsertPage(tx: Db, member: MemberContext, { slug: __, ...page }: ParsedPublicPage): Promise<void> {
  return upsertPageRow(tx, { ...member, ...page, links: JSON.stringify(page.links) })
}

type SlugKey = { slug: string }
/** SQL condition: the address `s` is in use, or was within the last 90 days. */
const isHeld = sql`(s.ended_at is null or s.ended_at > $now - make_interval(days => ${literal(limits.slugDays)}))`

/** Whether another band has the address, or had it within the last 90 days. */
export const isSlugHeldByOtherBand = hasRow(
  sql<MemberContext & SlugKey>`select from public_slugs s where s.slug = $slug and s.band_id <> $bandId and ${isHeld}`,
)

/** Ends the present address of the band's page. */
export const retireSlug = command(
  sql<MemberContext>`update public_slugs set ended_at = $now where band_id = $bandId and ended_at is null`,
)

/** Claims the address; false if another band holds it. Takes over an address whose 90 days are over, or an earlier address of the band. */
export const claimSlug = hasRow(
  sql<MemberContext & SlugKey>`
    insert into public_slugs as s (slug, band_id) values ($slug, $bandId)
    on conflict (slug) do update set band_id = excluded.band_id, ended_at = null
      where s.band_id = excluded.band_id or not ${isHeld}
    returning 1`,
)

const PageOfBand = z.extend(StoredPage, {
  bandId: Id,
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  color: z.nullable(z.string()),
})
export type PageOfBand = z.infer<typeof PageOfBand>

const pageColumns = sql`
  ${storedPageColumns}, b.id as "bandId", b.name, b.avatar_url as "avatarUrl",
  (select m.color from memberships m where m.band_id = b.id and m.access = 'owner' order by m.joined_at limit 1) as color`

/** A page that is on, by its present address or an earlier one. */
export const findPageBySlug = optionalRow(
  PageOfBand,
  sql<SlugKey>`
    select ${pageColumns} from public_slugs s join public_pages p on p.band_id = s.band_id join bands b on b.id = s.band_id
    where s.slug = $slug and p.is_on and ${isHeld}`,
)

/** The fields of the band that a page shows, also if no page is saved. */
export const readBandOfPage = oneRow(
  z.pick(PageOfBand, { bandId: true, name: true, avatarUrl: true, color: true }),
  sql<MemberContext>`
    select b.id as "bandId", b.name, b.avatar_url as "avatarUrl",
      (select m.color from memberships m where m.band_id = b.id and m.access = 'owner' order by m.joined_at limit 1) as color
    from bands b where b.id = $bandId`,
)

/** The fields of a gig that the public page and its feeds contain. */
const ListedGig = z.extend(z.omit(EventSummary, { title: true, status: true }), {
  ...z.pick(BandEvent, { id: true, bandId: true, venue: true, ticketUrl: true, priceText: true, version: true }).shape,
  lastDay: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type ListedGig = z.infer<typeof ListedGig>

const maxComingGigs = 500
const maxPastGigs = 20

const listedGigs = sql`
  select e.id, e.band_id as "bandId", e.type, e.date, e.end_date as "endDate", ${hourAndMinute(sql`e.start_time`)} as "startTime",
    ${hourAndMinute(sql`e.end_time`)} as "endTime", e.is_all_day as "isAllDay", e.venue, e.ticket_url as "ticketUrl",
    e.price_text as "priceText", e.version, e.last_day as "lastDay", e.created_at as "createdAt", e.updated_at as "updatedAt"
  from events e
  where e.band_id = $bandId and e.is_listed and e.deleted_at is null and e.is_public and e.status = 'confirmed'
    and e.type in ('public_gig', 'festival')`

/** The gigs of the public page that are not over, the earliest first. */
export const listComingGigs = manyRows(
  ListedGig,
  sql<{ bandId: string }>`
    ${listedGigs} and e.last_day >= $today order by e.date, e.start_time, e.id limit ${literal(maxComingGigs)}`,
)

/** The latest gigs of the public page that are over. A gig of several days is over after its last day. */
export const listPastGigs = manyRows(
  ListedGig,
  sql<{ bandId: string }>`
    ${listedGigs} and e.last_day < $today order by e.last_day desc, e.start_time desc, e.id limit ${literal(maxPastGigs)}`,
)

/** The addresses of the pages that are on, for search engines. */
export const listPublishedPages = manyRows(
  z.strictObject({ slug: z.string(), updatedAt: z.date() }),
  sql`
    select s.slug, p.updated_at as "updatedAt"
    from public_pages p join public_slugs s on s.band_id = p.band_id and s.ended_at is null
    where p.is_on order by p.updated_at desc limit 50000`,
)
