import { randomUUIDv7 } from 'node:crypto'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import type { EventType } from '@gaffer/domain/shared/event-type'
import type { LedgerKind } from '@gaffer/domain/money/ledger'
import type { NewEntry } from './ledger-store.ts'
import type { StoredSettlement } from './settlement-store.ts'

type Gig = { id: string; title: string | null; type: EventType; date: string }

export function getGigTitle({ title, type }: Pick<Gig, 'title' | 'type'>): string {
  return title ?? eventTypeLabels[type]
}

/** The entries that settling writes: one for each amount that is not zero. An amount without a person changes no balance. */
export function createSettlementEntries(
  { feePence, agentPence, costs, deps, potPence, shares }: StoredSettlement,
  gig: Gig,
  madeBy: string | null,
): NewEntry[] {
  const title = getGigTitle(gig)
  const makeEntry = (
    kind: LedgerKind,
    amount: { pence: number; potPence?: number; personId?: string | undefined; note?: string },
  ): NewEntry => ({
    id: randomUUIDv7(),
    on: gig.date,
    kind,
    eventId: gig.id,
    personId: amount.personId ?? null,
    pence: amount.pence,
    potPence: amount.potPence ?? 0,
    method: null,
    note: amount.note ? `${amount.note} · ${title}` : title,
    fileId: null,
    reverses: null,
    isOfSettlement: true,
    madeBy,
  })
  return [
    makeEntry('fee', { pence: feePence }),
    makeEntry('agent', { pence: agentPence }),
    ...costs.map(({ label, pence, paidBy }) => makeEntry('cost', { pence, personId: paidBy?.personId, note: label })),
    ...deps.map(({ pence }) => makeEntry('dep', { pence })),
    makeEntry('pot', { pence: 0, potPence }),
    ...shares.map(({ personId, pence }) => makeEntry('share', { pence, personId })),
  ].filter(({ pence, potPence: toPot }) => pence !== 0 || toPot !== 0)
}
