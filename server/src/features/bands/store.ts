import type { Band, BandChanges } from '@gaffer/domain/band'
import type { Db } from '#platform/db/connection.ts'
import { sql } from '#platform/db/sql.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { toBand, type BandRow } from './columns.ts'

export async function insertBand(
  db: Db,
  band: { id: string; name: string; description: string | null; avatarUrl: string | null },
): Promise<Band> {
  const [row] = await db<BandRow[]>`
    insert into bands (id, name, description, avatar_url)
    values (${band.id}, ${band.name}, ${band.description}, ${band.avatarUrl})
    returning *`
  return toBand(row as BandRow)
}

const oneBand = preparedQuery<BandRow>('select * from bands where id = $bandId')

export async function findBand(db: Db, { bandId }: MemberContext): Promise<Band | undefined> {
  const [row] = await oneBand(db, { bandId })
  return row && toBand(row)
}

/** Returns the band and locks it until the transaction ends. */
export async function lockBand(tx: Db, { bandId }: MemberContext): Promise<Band | undefined> {
  const [row] = await tx<BandRow[]>`select * from bands where id = ${bandId} for no key update`
  return row && toBand(row)
}

export async function updateBand(tx: Db, { bandId }: MemberContext, changes: BandChanges): Promise<Band> {
  const { name, description, avatarUrl, allowedEventTypes } = changes
  const [row] = await tx<BandRow[]>`
    update bands set
      name = ${name ?? sql`name`},
      description = ${description === undefined ? sql`description` : description},
      avatar_url = ${avatarUrl === undefined ? sql`avatar_url` : avatarUrl},
      allowed_event_types = ${allowedEventTypes ?? sql`allowed_event_types`},
      version = version + 1, updated_at = now()
    where id = ${bandId}
    returning *`
  return toBand(row as BandRow)
}
