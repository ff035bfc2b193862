import { AppError } from '@gaffer/domain/shared/app-error'
import { limits } from '@gaffer/domain/shared/limits'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import type { LedgerEntry } from '@gaffer/domain/money/ledger'
import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#platform/db/connection.ts'
import { countEntries, insertEntries, type NewEntry } from './ledger-store.ts'

/** Writes entries. Refuses them all if the ledger would have too many. Lock the ledger first. */
export async function writeEntries(tx: Db, { bandId }: { bandId: string }, rows: readonly NewEntry[]): Promise<void> {
  if (rows.length === 0) return
  const { entries } = await countEntries(tx, { bandId })
  if (entries + rows.length > limits.ledgerEntries) throw new AppError('conflict', moneyMessages.ledgerFull)
  // Entries that are written together have the same time and are listed by id: ascending ids keep the order of the rows.
  const ids = rows.map(({ id }) => id).toSorted()
  await insertEntries(
    tx,
    { bandId },
    rows.map((row, at) => ({ ...row, id: ids[at] as string })),
  )
}

/** Makes the entry that reverses `entry`. The reversal counts for the same day as `entry`, so that both are in one tax year. */
export function makeReversal(entry: LedgerEntry, madeBy: string | null): NewEntry {
  const { on, eventId, personId, note, method } = entry
  return {
    id: randomUUIDv7(),
    on,
    kind: 'reversal',
    eventId,
    personId,
    // For an amount of 0, `-entry.pence` would be -0, which `Object.is` and deep comparisons distinguish from 0.
    pence: 0 - entry.pence,
    potPence: 0 - entry.potPence,
    method,
    note,
    fileId: null,
    reverses: entry.id,
    isOfSettlement: false,
    madeBy,
  }
}
