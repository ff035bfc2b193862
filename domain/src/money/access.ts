import type { Actor } from '@gaffer/domain/bands/access'
import type { LedgerVisibility } from '@gaffer/domain/bands/band'

/** Admins and owners may settle gigs and write every kind of ledger entry; members may write their own expenses. */
export function canManageMoney({ access }: Pick<Actor, 'access'>): boolean {
  return access !== 'member'
}

/** Whether the member may read the ledger entries of other members. */
export function canReadWholeLedger(actor: Pick<Actor, 'access'>, visibleTo: LedgerVisibility): boolean {
  return canManageMoney(actor) || visibleTo === 'everyone'
}
