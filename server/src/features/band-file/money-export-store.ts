// Reads the ledger, settlements and miles for a band file.

import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { LedgerEntry } from '@gaffer/domain/money/ledger'
import { nameOfPerson, peopleWithCards } from '#features/money/columns.ts'
import { isoText, manyRows, sql } from '#platform/db/statement.ts'

type BandKey = { bandId: string }

export const listExportedPeople = manyRows(
  z.strictObject({ id: Id, displayName: z.string(), membershipId: z.nullable(Id) }),
  sql<BandKey>`
    select p.id, ${nameOfPerson} as "displayName", m.id as "membershipId" from ${peopleWithCards}
    where p.band_id = $bandId order by p.id`,
)

export const listExportedEntries = manyRows(
  z.extend(z.omit(LedgerEntry, { displayName: true, receiptUrl: true }), { isOfSettlement: z.boolean() }),
  sql<BandKey>`
    select e.id, ${isoText(sql`e.at`)} as at, e.on_day as on, e.kind, e.event_id as "eventId", e.person_id as "personId",
      e.pence, e.pot_pence as "potPence", e.method, e.note, e.reverses, e.is_of_settlement as "isOfSettlement",
      e.made_by as "madeBy"
    from ledger_entries e where e.band_id = $bandId order by e.at, e.id`,
)

const JsonObjects = z.array(z.record(z.string(), z.unknown()))

export const listExportedSettlements = manyRows(
  z.strictObject({
    eventId: Id,
    feePence: z.int(),
    agentPence: z.int(),
    agentPercent: z.nullable(z.number()),
    costs: JsonObjects,
    deps: JsonObjects,
    potPence: z.int(),
    potPercent: z.nullable(z.number()),
    shares: JsonObjects,
    settledAt: z.nullable(Timestamp),
  }),
  sql<BandKey>`
    select s.event_id as "eventId", s.fee_pence as "feePence", s.agent_pence as "agentPence",
      s.agent_percent as "agentPercent",
      coalesce((select jsonb_agg(c - 'id' order by n) from jsonb_array_elements(s.costs) with ordinality o (c, n)), '[]')
        as costs,
      s.deps, s.pot_pence as "potPence", s.pot_percent as "potPercent", s.shares, ${isoText(sql`s.settled_at`)} as "settledAt"
    from settlements s join events e on e.band_id = s.band_id and e.id = s.event_id and e.deleted_at is null
    where s.band_id = $bandId order by s.event_id`,
)

export const listExportedMiles = manyRows(
  z.strictObject({ eventId: Id, personId: Id, miles: z.int() }),
  sql<BandKey>`
    select g.event_id as "eventId", g.person_id as "personId", g.miles
    from gig_miles g join events e on e.band_id = g.band_id and e.id = g.event_id and e.deleted_at is null
    where g.band_id = $bandId order by g.event_id, g.person_id`,
)
