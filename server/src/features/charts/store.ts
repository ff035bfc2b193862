import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { Chart, ChartVersion, chartKinds } from '@gaffer/domain/charts/chart'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import { isRestorable } from '#platform/db/soft-deletion.ts'
import { command, hasRow, isoText, literal, manyRows, optionalRow, sql, type Sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'

type MemberAndSong = MemberContext & { songId: string }
type BandKey = { bandId: string }
type MemberAndChart = MemberContext & { chartId: string }
type MemberAndChartVersion = MemberAndChart & { version: number }

/** SQL: the URL of the file of the chart version `v`; null for a text version. */
const versionUrl = sql`
  case when v.file_id is not null
    then '/api/bands/' || v.band_id || '/charts/' || v.chart_id || '/content?v=' || v.version end`

/** SQL: the charts of the band. A hidden chart comes without its name and content. */
const chartsOfBand = sql`
  select c.id, c.song_id as "songId", case when c.hidden_at is null then c.name else ${literal(chartMessages.hidden)} end as name,
    c.part, v.kind, v.bytes, v.pages, case when c.hidden_at is null then v.text end as text, v.format, c.version,
    c.uploaded_by as "uploadedBy", ${isoText(sql`c.updated_at`)} as "updatedAt",
    case when c.hidden_at is null then ${versionUrl} end as url
  from charts c
  join chart_versions v on v.band_id = c.band_id and v.chart_id = c.id and v.version = c.version
  join songs s on s.band_id = c.band_id and s.id = c.song_id and s.deleted_at is null
  where c.band_id = $bandId and c.deleted_at is null`

export const listChartsOfSong = manyRows(
  Chart,
  sql<MemberAndSong>`${chartsOfBand} and c.song_id = $songId order by c.id`,
)

export const hasSetlist = hasRow(
  sql<BandKey & { setlistId: string }>`
    select from setlists where band_id = $bandId and id = $setlistId and deleted_at is null`,
)

export const listChartsOfSetlist = manyRows(
  Chart,
  sql<BandKey & { setlistId: string }>`
    ${chartsOfBand} and c.song_id in (
      select i.song_id from setlist_items i where i.band_id = $bandId and i.setlist_id = $setlistId)
    order by c.id`,
)

/** The songs of the set list, in its order. A song that is in the set list twice is returned twice. */
export const listSongIdsOfSetlist = manyRows(
  z.strictObject({ songId: Id }),
  sql<BandKey & { setlistId: string }>`
    select song_id as "songId" from setlist_items
    where band_id = $bandId and setlist_id = $setlistId and song_id is not null order by position`,
)

export const findChart = optionalRow(Chart, sql<MemberAndChart>`${chartsOfBand} and c.id = $chartId`)

/** Whether the song exists and is not deleted. */
export const isSongListed = hasRow(
  sql<MemberAndSong>`select from songs where band_id = $bandId and id = $songId and deleted_at is null`,
)

/** The member's part in the band. The role stands in for a missing part, because it is often an instrument. */
export const findOwnPart = optionalRow(
  z.strictObject({ part: z.string() }),
  sql<MemberContext>`select coalesce(part, role) as part from memberships where band_id = $bandId and id = $membershipId`,
)

/** Locks the song and the membership against deletion until the transaction ends. Returns false when one of them is gone. */
export const lockSongForCharts = hasRow(
  sql<MemberAndSong>`
    select from songs s join memberships m on m.band_id = s.band_id and m.id = $membershipId
    where s.band_id = $bandId and s.id = $songId and s.deleted_at is null for key share of s, m`,
)

export const isChartLimitReached = hasRow(
  sql<MemberAndSong>`
    select from charts where band_id = $bandId and song_id = $songId and deleted_at is null
    offset ${literal(limits.chartsPerSong - 1)} limit 1`,
)

/** Returns false when the band has a chart with this id already, even a deleted one. */
export const insertChart = hasRow(
  sql<MemberAndSong & { chartId: string; name: string; part: string | null }>`
    insert into charts (band_id, id, song_id, name, part, uploaded_by, created_at, updated_at)
    values ($bandId, $chartId, $songId, $name, $part, $membershipId, $now, $now)
    on conflict (band_id, id) do nothing returning 1`,
)

export type NewVersion = {
  kind: (typeof chartKinds)[number]
  bytes: number
  pages: number | null
  fileId: string | null
  text: string | null
  format: 'plain' | 'chordpro' | null
}

export const insertVersion = command(
  sql<MemberAndChartVersion & NewVersion>`
    insert into chart_versions (band_id, chart_id, version, kind, bytes, pages, file_id, text, format, uploaded_by, created_at)
    values ($bandId, $chartId, $version, $kind, $bytes, $pages, $fileId, $text, $format, $membershipId, $now)`,
)

/** Deletes the versions over `limits.chartVersions`. A trigger deletes files that no version has any more. */
export const deleteOldVersions = command(
  sql<MemberAndChartVersion>`
    delete from chart_versions
    where band_id = $bandId and chart_id = $chartId and version <= $version - ${literal(limits.chartVersions)}`,
)

const LockedChart = z.strictObject({
  songId: Id,
  name: z.string(),
  part: z.nullable(z.string()),
  version: z.int(),
  uploadedBy: z.nullable(Id),
  isHidden: z.boolean(),
})

function createChartLock(condition: Sql) {
  return optionalRow(
    LockedChart,
    sql<MemberAndChart>`
      select c.song_id as "songId", c.name, c.part, c.version, c.uploaded_by as "uploadedBy",
        c.hidden_at is not null as "isHidden"
      from charts c join songs s on s.band_id = c.band_id and s.id = c.song_id and s.deleted_at is null
      where c.band_id = $bandId and c.id = $chartId and ${condition} for no key update of c`,
  )
}

export const lockChart = createChartLock(sql`c.deleted_at is null`)
/** Locks a deleted chart that can still be restored. */
export const lockDeletedChart = createChartLock(isRestorable(sql`c.deleted_at`))

export const updateChart = command(
  sql<MemberAndChartVersion & { name: string; part: string | null }>`
    update charts set name = $name, part = $part, version = $version, updated_at = $now
    where band_id = $bandId and id = $chartId`,
)

export const softDeleteChart = command(
  sql<MemberAndChart>`update charts set deleted_at = $now where band_id = $bandId and id = $chartId`,
)

export const restoreDeletedChart = command(
  sql<MemberAndChart>`update charts set deleted_at = null where band_id = $bandId and id = $chartId`,
)

/** Deletes the rows of a deleted chart; triggers delete its files. Returns false unless the chart or its song is deleted. */
export const deleteDeletedChart = hasRow(
  sql<BandKey & { id: string }>`
    delete from charts c using songs s
    where c.band_id = $bandId and c.id = $id and s.band_id = c.band_id and s.id = c.song_id
      and (c.deleted_at is not null or s.deleted_at is not null) returning 1`,
)

export const listVersions = manyRows(
  ChartVersion,
  sql<MemberAndChart>`
    select v.version, v.bytes, v.uploaded_by as "uploadedBy", ${isoText(sql`v.created_at`)} as "updatedAt",
      case when c.hidden_at is null then ${versionUrl} end as url, case when c.hidden_at is null then v.text end as text
    from charts c join chart_versions v on v.band_id = c.band_id and v.chart_id = c.id
    where c.band_id = $bandId and c.id = $chartId order by v.version desc`,
)

const StoredVersion = z.strictObject({
  kind: z.enum(chartKinds),
  bytes: z.int(),
  pages: z.nullable(z.int()),
  fileId: z.nullable(Id),
  text: z.nullable(z.string()),
  format: z.nullable(z.enum(['plain', 'chordpro'])),
})

export const findVersion = optionalRow(
  StoredVersion,
  sql<MemberAndChartVersion>`
    select kind, bytes, pages, file_id as "fileId", text, format from chart_versions
    where band_id = $bandId and chart_id = $chartId and version = $version`,
)

/** The file of a version of a chart. A `version` of null means the newest. */
export const findChartFile = optionalRow(
  z.strictObject({
    id: Id,
    bytes: z.int(),
    mediaType: z.string(),
    name: z.string(),
    kind: z.enum(chartKinds),
    isHidden: z.boolean(),
  }),
  sql<{ bandId: string; chartId: string; version: number | null }>`
    select f.id, v.bytes, f.media_type as "mediaType", c.name, v.kind, c.hidden_at is not null as "isHidden"
    from charts c
    join songs s on s.band_id = c.band_id and s.id = c.song_id and s.deleted_at is null
    join chart_versions v on v.band_id = c.band_id and v.chart_id = c.id and v.version = coalesce($version::int, c.version)
    join files f on f.band_id = v.band_id and f.id = v.file_id
    where c.band_id = $bandId and c.id = $chartId and c.deleted_at is null`,
)
