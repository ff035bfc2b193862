import type { Band } from '@gaffer/domain/bands/band'
import { preparedRequiredRow, preparedOptionalRow } from '#platform/db/prepared-query.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { bandColumnsSql } from './columns.ts'

export type NewBandRow = Pick<Band, 'id' | 'name' | 'description' | 'avatarUrl' | 'allowedEventTypes'>

export const insertBand = preparedRequiredRow<Band, NewBandRow>(`
  insert into bands as b (id, name, description, avatar_url, allowed_event_types)
  values ($id, $name, $description, $avatarUrl, $allowedEventTypes)
  returning ${bandColumnsSql}`)

const byId = `select ${bandColumnsSql} from bands b where b.id = $bandId`
export const findBand = preparedOptionalRow<Band, MemberContext>(byId)

/** Returns the band and locks it until the transaction ends. */
export const lockBand = preparedOptionalRow<Band, MemberContext>(`${byId} for no key update`)

/** Writes the fields that members edit. Lock the band first. */
export const updateBand = preparedRequiredRow<Band, Band>(`
  update bands b set
    name = $name, description = $description, avatar_url = $avatarUrl, allowed_event_types = $allowedEventTypes,
    version = version + 1, updated_at = now()
  where b.id = $id
  returning ${bandColumnsSql}`)
