// Acknowledged writes by id, and their comparison with the data on the server.

import { isDeepStrictEqual } from 'node:util'
import type { WriteFindings } from './sender.ts'

export type StoredItem = { id: string; version?: number }
/** Acknowledged state by id; null after an acknowledged deletion. */
export type Ledger = Map<string, StoredItem | null>

/** `stored` is all that the server has. An item that was never acknowledged means that a write was applied twice. */
export function compareLedgerWithStored(ledger: Ledger, stored: readonly StoredItem[]): WriteFindings {
  const byId = new Map(stored.map((one) => [one.id, one]))
  const lost = [...ledger].flatMap(([id, expected]) => {
    const found = byId.get(id)
    if (expected === null) return found ? [`${id} is there after its deletion`] : []
    if (!found) return [`${id} is gone`]
    return isSameItem(found, expected) ? [] : [`${id} is not as it was acknowledged: ${JSON.stringify(found)}`]
  })
  const twice = stored.filter(({ id }) => !ledger.has(id)).map(({ id }) => `${id} is there, and was never acknowledged`)
  return { lost, twice }
}

/** Ignores version and time, which are higher if a change was applied again because its response was lost. */
function isSameItem(found: StoredItem, expected: StoredItem): boolean {
  return isDeepStrictEqual({ ...found, ...ignoredFields }, { ...expected, ...ignoredFields })
}
const ignoredFields = { version: 0, updatedAt: '' }

/** Adds up the findings of several comparisons. */
export function joinFindings(findings: readonly WriteFindings[]): WriteFindings {
  return { lost: findings.flatMap(({ lost }) => lost), twice: findings.flatMap(({ twice }) => twice) }
}
