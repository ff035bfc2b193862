// Reads the charts for a band file, and inserts the charts and markup of an imported band.

import { FileChart } from '@gaffer/domain/band-file/file-chart'
import { utf8Length } from '@gaffer/domain/charts/chart-text'
import type { Db } from '#platform/db/connection.ts'
import { isoText, manyRows, sql } from '#platform/db/statement.ts'
import { commandInBatches, type Batch } from './import-store.ts'
import { chartVersionKey, type ImportedFiles } from './imported-files.ts'

/** The charts of the songs `songIds`, ordered by id. Charts that the operator has hidden are left out. */
export const listExportedCharts = manyRows(
  FileChart,
  sql<{ bandId: string; songIds: readonly string[] }>`
    select c.id, c.song_id as "songId", c.name, c.part, c.uploaded_by as "uploadedByMembershipId",
      ${isoText(sql`c.created_at`)} as "createdAt", ${isoText(sql`c.updated_at`)} as "updatedAt",
      (select json_agg(json_build_object(
          'version', v.version, 'kind', v.kind, 'bytes', v.bytes, 'pages', v.pages, 'text', v.text, 'format', v.format,
          'uploadedByMembershipId', v.uploaded_by, 'createdAt', ${isoText(sql`v.created_at`)}) order by v.version)
        from chart_versions v where v.band_id = c.band_id and v.chart_id = c.id) as versions
    from charts c
    where c.band_id = $bandId and c.song_id = any($songIds::uuid[]) and c.deleted_at is null and c.hidden_at is null
    order by c.id`,
)

const insertCharts = commandInBatches(sql<Batch>`
  insert into charts (band_id, id, song_id, name, part, version, uploaded_by, created_at, updated_at)
  select $bandId, r.id, r."songId", r.name, r.part, r.version, r."uploadedBy", least(r."createdAt", $now),
    least(r."updatedAt", $now)
  from jsonb_to_recordset($rows::jsonb) as r (
    id uuid, "songId" uuid, name text, part text, version integer, "uploadedBy" uuid, "createdAt" timestamptz,
    "updatedAt" timestamptz)`)

const insertVersions = commandInBatches(sql<Batch>`
  insert into chart_versions (
    band_id, chart_id, version, kind, bytes, pages, file_id, text, format, uploaded_by, created_at)
  select $bandId, r."chartId", r.version, r.kind, r.bytes, r.pages, r."fileId", r.text, r.format, r."uploadedBy",
    least(r."createdAt", $now)
  from jsonb_to_recordset($rows::jsonb) as r (
    "chartId" uuid, version integer, kind text, bytes integer, pages integer, "fileId" uuid, text text, format text,
    "uploadedBy" uuid, "createdAt" timestamptz)`)

type IdMappers = Record<'songs' | 'members' | 'charts', (id: string) => string>

/** Inserts text versions, and versions whose file is stored: a band file without a zip has no files. Insert the files first. */
export async function insertChartsOfFile(
  tx: Db,
  bandId: string,
  charts: readonly FileChart[],
  newIdOf: IdMappers,
  files: ImportedFiles,
): Promise<void> {
  const mapMemberId = (id: string | null) => id && newIdOf.members(id)
  const stored = charts.flatMap(({ versions, ...chart }) => {
    const kept = versions.flatMap((version) => toVersionRows(chart.id, version, files))
    return kept.length > 0 ? [{ ...chart, versions: kept }] : []
  })
  const rows = stored.map(({ id, songId, uploadedByMembershipId, versions, ...chart }) => ({
    ...chart,
    id: newIdOf.charts(id),
    songId: newIdOf.songs(songId),
    uploadedBy: mapMemberId(uploadedByMembershipId),
    version: versions.at(-1)?.version,
  }))
  await insertCharts(tx, bandId, rows)
  const versions = stored.flatMap(({ id, versions: ofChart }) =>
    ofChart.map(({ uploadedByMembershipId, ...version }) => ({
      ...version,
      chartId: newIdOf.charts(id),
      uploadedBy: mapMemberId(uploadedByMembershipId),
    })),
  )
  await insertVersions(tx, bandId, versions)
}

type FileChartVersion = FileChart['versions'][number]

function toVersionRows(
  chartId: string,
  version: FileChartVersion,
  files: ImportedFiles,
): (FileChartVersion & { fileId: string | null })[] {
  if (version.kind === 'text') return [{ ...version, bytes: utf8Length(version.text ?? ''), pages: null, fileId: null }]
  const file = files.chartVersions.get(chartVersionKey(chartId, version.version))
  if (!file?.kind) return []
  return [{ ...version, kind: file.kind, bytes: file.bytes, pages: file.pages ?? null, fileId: file.id }]
}

/** Inserts markup, except markup of charts that are not stored. */
export const insertMarkup = commandInBatches(sql<Batch>`
  insert into chart_markup (
    band_id, chart_id, id, user_id, membership_id, member_name, is_shared, chart_version, pages, updated_at)
  select $bandId, c.id, r.id, r."userId", r."membershipId", r.name, true, least(r."chartVersion", c.version), r.pages, $now
  from jsonb_to_recordset($rows::jsonb) as r (
    "chartId" uuid, id uuid, "userId" uuid, "membershipId" uuid, name text, "chartVersion" integer, pages jsonb)
  join charts c on c.band_id = $bandId and c.id = r."chartId"`)
