import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { command, isoText, manyRows, optionalRow, sql } from '#platform/db/statement.ts'
import type { EventKey } from '#features/events/event-columns.ts'

/** `membershipId` is the card at the time of the save: a member who came back has another card. */
const StoredPerson = { personId: Id, membershipId: Id }

const StoredCost = z.strictObject({
  id: Id,
  label: z.string(),
  pence: z.int(),
  paidBy: z.nullable(z.strictObject(StoredPerson)),
})
// The dep's name is not stored: deleting a dep must delete the name.
const StoredDep = z.strictObject({ depId: Id, pence: z.int() })
const StoredShare = z.strictObject({ ...StoredPerson, weight: z.number(), pence: z.int() })

const StoredSettlement = z.strictObject({
  status: z.enum(['draft', 'settled']),
  feePence: z.int(),
  agentPence: z.int(),
  agentPercent: z.nullable(z.number()),
  costs: z.array(StoredCost),
  deps: z.array(StoredDep),
  potPence: z.int(),
  potPercent: z.nullable(z.number()),
  shares: z.array(StoredShare),
  version: z.int(),
  settledAt: z.nullable(Timestamp),
})
export type StoredSettlement = z.infer<typeof StoredSettlement>

export const findSettlement = optionalRow(
  StoredSettlement,
  sql<EventKey>`
    select status, fee_pence as "feePence", agent_pence as "agentPence", agent_percent as "agentPercent", costs, deps,
      pot_pence as "potPence", pot_percent as "potPercent", shares, version, ${isoText(sql`settled_at`)} as "settledAt"
    from settlements where band_id = $bandId and event_id = $eventId`,
)

export type NewSettlement = Omit<StoredSettlement, 'status' | 'version' | 'settledAt' | 'costs' | 'deps' | 'shares'> & {
  costs: string
  deps: string
  shares: string
}

/** Inserts or replaces the draft. Lock the ledger first. */
export const upsertSettlement = command(
  sql<EventKey & NewSettlement>`
    insert into settlements as s (band_id, event_id, status, fee_pence, agent_pence, agent_percent, costs, deps, pot_pence,
      pot_percent, shares)
    values ($bandId, $eventId, 'draft', $feePence, $agentPence, $agentPercent, $costs, $deps, $potPence, $potPercent, $shares)
    on conflict (band_id, event_id) do update set
      fee_pence = excluded.fee_pence, agent_pence = excluded.agent_pence, agent_percent = excluded.agent_percent,
      costs = excluded.costs, deps = excluded.deps, pot_pence = excluded.pot_pence, pot_percent = excluded.pot_percent,
      shares = excluded.shares, version = s.version + 1`,
)

export const markSettled = command(
  sql<EventKey>`
    update settlements set status = 'settled', settled_at = $now, version = version + 1
    where band_id = $bandId and event_id = $eventId`,
)

export const markDraft = command(
  sql<EventKey>`
    update settlements set status = 'draft', settled_at = null, version = version + 1
    where band_id = $bandId and event_id = $eventId`,
)

export const findGigFee = optionalRow(
  z.strictObject({ feePence: z.nullable(z.int()) }),
  sql<EventKey>`select fee_pence as "feePence" from gig_sheets where band_id = $bandId and event_id = $eventId`,
)

/** The deps who play at the gig, with the fee that they were offered; 0 if no fee was offered. */
export const listAcceptedDeps = manyRows(
  z.extend(StoredDep, { name: z.string() }),
  sql<EventKey>`
    select d.id as "depId", d.name, coalesce(r.fee_pence, 0) as pence
    from dep_requests r join deps d on d.band_id = r.band_id and d.id = r.filled_by
    where r.band_id = $bandId and r.event_id = $eventId and r.withdrawn_at is null
    order by r.requested_at, r.id`,
)

export const listDepNames = manyRows(
  z.strictObject({ depId: Id, name: z.string() }),
  sql<{ bandId: string; ids: readonly string[] }>`
    select id as "depId", name from deps where band_id = $bandId and id = any($ids::uuid[])`,
)
