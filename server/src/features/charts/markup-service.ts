import { randomUUIDv7 } from 'node:crypto'
import { chartMessages } from '@gaffer/domain/charts/chart-messages'
import type { Markup, MarkupInput } from '@gaffer/domain/charts/markup'
import { inTransaction, onOneConnection, type Db } from '#platform/db/connection.ts'
import { invalidFieldError, orNotFound } from '#platform/refusals.ts'
import { refuseStaleEdit, type SeenVersions } from '#platform/version-check.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { findOwnMarkup, listMarkup, lockChartForMarkup, writeOwnMarkup } from './markup-store.ts'
import { findChart } from './store.ts'

export function readMarkup(db: Db, member: MemberContext, chartId: string): Promise<Markup[]> {
  return onOneConnection(db, async (connection) => {
    const [chart, layers] = await Promise.all([
      findChart(connection, { ...member, chartId }),
      listMarkup(connection, { ...member, chartId }),
    ])
    orNotFound(chart)
    return layers
  })
}

/** Replaces the caller's layer, which has version 0 until it is stored for the first time. */
export function saveMarkup(
  db: Db,
  member: MemberContext,
  chartId: string,
  { isShared, chartVersion, pages }: MarkupInput,
  seenVersions: SeenVersions,
): Promise<Markup> {
  return inTransaction(db, async (tx) => {
    const chart = orNotFound(await lockChartForMarkup(tx, { ...member, chartId }))
    if (chartVersion > chart.version) throw invalidFieldError('chartVersion', chartMessages.chartVersionUnknown)
    refuseStaleEdit((await findOwnMarkup(tx, { ...member, chartId })) ?? { version: 0 }, seenVersions)
    const layer = { id: randomUUIDv7(), isShared, chartVersion, pages: JSON.stringify(pages) }
    return writeOwnMarkup(tx, { ...member, chartId, ...layer })
  })
}
