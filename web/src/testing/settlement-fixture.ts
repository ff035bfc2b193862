import type { Settlement } from '@gaffer/domain/money/settlement'

/** A draft that no member has saved yet. */
export function aSettlement(fields: Partial<Settlement> = {}): Settlement {
  return {
    eventId: '01890000-0000-7000-8000-000000000004',
    status: 'draft',
    feePence: 30_000,
    agentPence: 0,
    agentPercent: null,
    costs: [],
    deps: [],
    potPence: 0,
    potPercent: null,
    shares: [],
    version: 0,
    settledAt: null,
    ...fields,
  }
}
