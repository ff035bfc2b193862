// Lists the files of a band for its zip: charts with their markup, recordings and receipts.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { FileLayer } from '@gaffer/domain/band-file/file-markup'
import { LedgerEntry } from '@gaffer/domain/money/ledger'
import { joinMembersOfMarkup, nameOfMarkupMember } from '#features/charts/columns.ts'
import { entriesWithNames } from '#features/money/columns.ts'
import { manyRows, sql } from '#platform/db/statement.ts'

type BandKey = { bandId: string }
const fileFields = { fileId: Id, mediaType: z.string() }

/** The stored files of charts, the newest first for each chart. A restored version has the same file as the version that it repeats. */
export const listChartFiles = manyRows(
  z.strictObject({
    ...fileFields,
    chartId: Id,
    songTitle: z.string(),
    name: z.string(),
    versions: z.array(z.int()),
    isNewest: z.boolean(),
  }),
  sql<BandKey>`
    select f.id as "fileId", f.media_type as "mediaType", c.id as "chartId", s.title as "songTitle", c.name,
      array_agg(v.version order by v.version desc) as versions, bool_or(v.version = c.version) as "isNewest"
    from chart_versions v
    join charts c on c.band_id = v.band_id and c.id = v.chart_id
    join songs s on s.band_id = c.band_id and s.id = c.song_id
    join files f on f.band_id = v.band_id and f.id = v.file_id
    where v.band_id = $bandId and c.deleted_at is null and c.hidden_at is null and s.deleted_at is null
    group by f.band_id, f.id, c.band_id, c.id, s.band_id, s.id order by s.title, c.name, c.id, max(v.version) desc`,
)

/** The charts that have shared markup. */
export const listChartsWithMarkup = manyRows(
  z.strictObject({ chartId: Id, songTitle: z.string(), name: z.string() }),
  sql<BandKey>`
    select c.id as "chartId", s.title as "songTitle", c.name
    from charts c join songs s on s.band_id = c.band_id and s.id = c.song_id
    where c.band_id = $bandId and c.deleted_at is null and c.hidden_at is null and s.deleted_at is null and exists (
      select from chart_markup k
      where k.band_id = c.band_id and k.chart_id = c.id and k.is_shared and k.pages <> '[]'::jsonb)
    order by s.title, c.name, c.id`,
)

export const listSharedMarkup = manyRows(
  FileLayer,
  sql<BandKey & { chartId: string }>`
    select m.id as "membershipId", ${nameOfMarkupMember} as "displayName", k.chart_version as "chartVersion", k.pages
    from chart_markup k ${joinMembersOfMarkup}
    where k.band_id = $bandId and k.chart_id = $chartId and k.is_shared and k.pages <> '[]'::jsonb
    order by k.id`,
)

/** The newest versions of the text charts of the songs `songIds`. */
export const listChartTexts = manyRows(
  z.strictObject({ songTitle: z.string(), name: z.string(), text: z.string(), format: z.enum(['plain', 'chordpro']) }),
  sql<BandKey & { songIds: readonly string[] }>`
    select s.title as "songTitle", c.name, v.text, v.format
    from charts c
    join chart_versions v on v.band_id = c.band_id and v.chart_id = c.id and v.version = c.version
    join songs s on s.band_id = c.band_id and s.id = c.song_id
    where c.band_id = $bandId and c.song_id = any($songIds::uuid[]) and c.deleted_at is null and c.hidden_at is null
      and s.deleted_at is null and v.text is not null
    order by s.title, c.name, c.id`,
)

export const listRecordingFiles = manyRows(
  z.strictObject({ ...fileFields, recordingId: Id, name: z.string(), day: z.string() }),
  sql<BandKey>`
    select f.id as "fileId", f.media_type as "mediaType", r.id as "recordingId", r.name,
      (r.recorded_at at time zone 'Europe/London')::date as day
    from recordings r join files f on f.band_id = r.band_id and f.id = r.file_id
    where r.band_id = $bandId and r.deleted_at is null and r.hidden_at is null order by r.recorded_at, r.id`,
)

export const listReceiptFiles = manyRows(
  z.strictObject({ ...fileFields, ledgerEntryId: Id, day: z.string(), note: z.nullable(z.string()) }),
  sql<BandKey>`
    select f.id as "fileId", f.media_type as "mediaType", e.id as "ledgerEntryId", e.on_day as day, e.note
    from ledger_entries e join files f on f.band_id = e.band_id and f.id = e.file_id
    where e.band_id = $bandId order by e.at, e.id`,
)

/** The whole ledger, the oldest entry first. */
export const listLedgerEntries = manyRows(LedgerEntry, sql<BandKey>`${entriesWithNames} order by e.on_day, e.at, e.id`)
