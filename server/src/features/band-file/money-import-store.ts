import { sql } from '#platform/db/statement.ts'
import { commandInBatches, type Batch } from './import-store.ts'

export const insertPeople = commandInBatches(sql<Batch>`
  insert into ledger_people (band_id, id, membership_id, user_id, name)
  select $bandId, r.id, r."membershipId", r."userId", r."displayName"
  from jsonb_to_recordset($rows::jsonb) as r (id uuid, "membershipId" uuid, "userId" uuid, "displayName" text)`)

export const insertLedger = commandInBatches(sql<Batch>`
  insert into ledger_entries (
    band_id, id, at, on_day, kind, event_id, person_id, pence, pot_pence, method, note, file_id, reverses, is_of_settlement,
    made_by)
  select $bandId, r.id, r.at, r."on", r.kind, r."eventId", r."personId", r.pence, r."potPence", r.method, r.note, r."fileId",
    r.reverses, r."isOfSettlement", r."madeBy"
  from jsonb_to_recordset($rows::jsonb) as r (
    id uuid, at timestamptz, "on" date, kind text, "eventId" uuid, "personId" uuid, pence integer, "potPence" integer,
    method text, note text, "fileId" uuid, reverses uuid, "isOfSettlement" boolean, "madeBy" uuid)`)

export const insertSettlements = commandInBatches(sql<Batch>`
  insert into settlements (
    band_id, event_id, status, fee_pence, agent_pence, agent_percent, costs, deps, pot_pence, pot_percent, shares, settled_at)
  select $bandId, r."eventId", case when r."settledAt" is null then 'draft' else 'settled' end, r."feePence", r."agentPence",
    r."agentPercent", r.costs, r.deps, r."potPence", r."potPercent", r.shares, r."settledAt"
  from jsonb_to_recordset($rows::jsonb) as r (
    "eventId" uuid, "feePence" integer, "agentPence" integer, "agentPercent" float8, costs jsonb, deps jsonb,
    "potPence" integer, "potPercent" float8, shares jsonb, "settledAt" timestamptz)`)

export const insertMiles = commandInBatches(sql<Batch>`
  insert into gig_miles (band_id, event_id, person_id, miles) select $bandId, r."eventId", r."personId", r.miles
  from jsonb_to_recordset($rows::jsonb) as r ("eventId" uuid, "personId" uuid, miles integer)`)
