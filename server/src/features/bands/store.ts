import { Band } from '@gaffer/domain/bands/band'
import { oneRow, optionalRow, sql } from '#platform/db/statement.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { bandColumns } from './columns.ts'

export type NewBandRow = Pick<
  Band,
  'id' | 'name' | 'description' | 'avatarUrl' | 'allowedEventTypes' | 'ledgerVisibleTo'
>

export const insertBand = oneRow(
  Band,
  sql<NewBandRow>`
    insert into bands as b (id, name, description, avatar_url, allowed_event_types, ledger_visible_to, created_at, updated_at)
    values ($id, $name, $description, $avatarUrl, $allowedEventTypes, $ledgerVisibleTo, $now, $now)
    returning ${bandColumns}`,
)

export const findBand = optionalRow(Band, sql<MemberContext>`select ${bandColumns} from bands b where b.id = $bandId`)

export const lockBand = optionalRow(
  Band,
  sql<MemberContext>`select ${bandColumns} from bands b where b.id = $bandId for no key update`,
)

/** Writes the fields of `BandChanges`. Lock the band first. */
export const updateBand = oneRow(
  Band,
  sql<Band>`
    update bands b set
      name = $name, description = $description, avatar_url = $avatarUrl, allowed_event_types = $allowedEventTypes,
      ledger_visible_to = $ledgerVisibleTo, version = version + 1, updated_at = $now
    where b.id = $id
    returning ${bandColumns}`,
)
