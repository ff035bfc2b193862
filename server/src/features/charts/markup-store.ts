import * as z from 'zod/mini'
import { Markup } from '@gaffer/domain/charts/markup'
import { manyRows, optionalRow, oneRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { joinMembersOfMarkup, nameOfMarkupMember } from './columns.ts'

type MemberAndChart = MemberContext & { chartId: string }

const markupColumns = sql`
  m.id as "membershipId", ${nameOfMarkupMember} as "displayName", k.is_shared as "isShared", k.chart_version as "chartVersion",
  k.pages, k.version`

/** The caller's own layer, and the layers that other members share. */
export const listMarkup = manyRows(
  Markup,
  sql<MemberAndChart>`
    select ${markupColumns} from chart_markup k ${joinMembersOfMarkup}
    where k.band_id = $bandId and k.chart_id = $chartId and (k.is_shared or k.user_id = $userId)
    order by k.user_id is not distinct from $userId desc, "displayName", k.id`,
)

export const findOwnMarkup = optionalRow(
  Markup,
  sql<MemberAndChart>`
    select ${markupColumns} from chart_markup k ${joinMembersOfMarkup}
    where k.band_id = $bandId and k.chart_id = $chartId and k.user_id = $userId`,
)

/** Locks the chart and the membership, so that neither is deleted and one member at a time writes markup on the chart. */
export const lockChartForMarkup = optionalRow(
  z.strictObject({ version: z.int() }),
  sql<MemberAndChart>`
    select c.version from charts c
    join songs s on s.band_id = c.band_id and s.id = c.song_id and s.deleted_at is null
    join memberships m on m.band_id = c.band_id and m.id = $membershipId
    where c.band_id = $bandId and c.id = $chartId and c.deleted_at is null
    for no key update of c for key share of m`,
)

export const writeOwnMarkup = oneRow(
  Markup,
  sql<MemberAndChart & { id: string; isShared: boolean; chartVersion: number; pages: string }>`
    with k as (
      insert into chart_markup as stored (band_id, chart_id, id, user_id, is_shared, chart_version, pages, updated_at)
      values ($bandId, $chartId, $id, $userId, $isShared, $chartVersion, $pages, $now)
      on conflict (band_id, chart_id, user_id) do update set
        is_shared = excluded.is_shared, chart_version = excluded.chart_version, pages = excluded.pages,
        updated_at = excluded.updated_at, version = stored.version + 1
      returning *)
    select ${markupColumns} from k ${joinMembersOfMarkup}`,
)
