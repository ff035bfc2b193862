// Inserts the shared markup of the charts of an imported band.

import { randomUUIDv7 } from 'node:crypto'
import type { BandFile } from '@gaffer/domain/band-file/band-file'
import type { Db } from '#platform/db/connection.ts'
import { insertMarkup } from './chart-store.ts'
import type { ImportedFiles } from './imported-files.ts'
import type { IdMapper } from './new-ids.ts'

type MarkupOptions = {
  newIdOf: Record<'members' | 'charts', IdMapper>
  ownMemberId: string | null
  files: ImportedFiles
}

/** Layers of `ownMemberId` go to the caller's account. Other layers keep their member's name, and go to the member's card if it exists. */
export async function writeMarkup(
  tx: Db,
  { bandId, userId }: { bandId: string; userId: string },
  { members }: Pick<BandFile, 'members'>,
  { newIdOf, ownMemberId, files }: MarkupOptions,
): Promise<void> {
  const known = new Set(members.map(({ id }) => id))
  // One statement for each chart keeps the parameters small: a layer may have up to 200 kB.
  for (const [chartId, layers] of files.markup) {
    const rows = layers.map(({ membershipId, displayName, chartVersion, pages }) => {
      const isOwn = membershipId !== null && membershipId === ownMemberId
      return {
        chartId: newIdOf.charts(chartId),
        id: randomUUIDv7(),
        userId: isOwn ? userId : null,
        membershipId: membershipId !== null && known.has(membershipId) && !isOwn ? newIdOf.members(membershipId) : null,
        name: isOwn ? null : displayName,
        chartVersion,
        pages,
      }
    })
    await insertMarkup(tx, bandId, rows)
  }
}
