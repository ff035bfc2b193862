import type { FieldIssue } from '@gaffer/domain/shared/app-error'
import type { BandFile } from './band-file.ts'
import { bandFileMessages } from './band-file-messages.ts'
import { findDuplicates, findMissingReference } from './band-file-references.ts'

type KnownIds = Record<'members', ReadonlySet<string>>

/** Issues of the money of a band file: missing persons and events, entries reversed twice, and entries that do not add up to the file's totals. */
export function* findMoneyIssues(file: BandFile, { members }: KnownIds): Generator<FieldIssue> {
  const { ledgerPeople, ledger, settlements, miles } = file
  const people = idsOf(ledgerPeople)
  const events = idsOf(file.events)
  yield* findDuplicates(ledgerPeople, ({ id }) => id, 'ledgerPeople', 'id')
  yield* findDuplicates(ledgerPeople, ({ membershipId }) => membershipId, 'ledgerPeople', 'membershipId')
  for (const [at, { membershipId }] of ledgerPeople.entries())
    yield* findMissingReference(members, membershipId, `ledgerPeople.${at}.membershipId`)
  yield* findLedgerIssues(ledger, people)
  yield* findDuplicates(settlements, ({ eventId }) => eventId, 'settlements', 'eventId')
  for (const [at, { eventId, shares, costs }] of settlements.entries()) {
    yield* findMissingReference(events, eventId, `settlements.${at}.eventId`)
    for (const [n, { personId }] of shares.entries())
      yield* findMissingReference(people, personId, `settlements.${at}.shares.${n}.personId`)
    for (const [n, { paidBy }] of costs.entries())
      yield* findMissingReference(people, paidBy?.personId ?? null, `settlements.${at}.costs.${n}.paidBy`)
  }
  yield* findDuplicates(miles, ({ eventId, personId }) => `${eventId} ${personId}`, 'miles', 'eventId')
  for (const [at, { eventId, personId }] of miles.entries()) {
    yield* findMissingReference(events, eventId, `miles.${at}.eventId`)
    yield* findMissingReference(people, personId, `miles.${at}.personId`)
  }
  yield* findTotalsIssues(file)
}

function* findLedgerIssues(ledger: BandFile['ledger'], people: ReadonlySet<string>): Generator<FieldIssue> {
  const entryIds = idsOf(ledger)
  yield* findDuplicates(ledger, ({ id }) => id, 'ledger', 'id')
  yield* findDuplicates(ledger, ({ reverses }) => reverses, 'ledger', 'reverses')
  for (const [at, { personId, madeBy, reverses, kind }] of ledger.entries()) {
    yield* findMissingReference(people, personId, `ledger.${at}.personId`)
    yield* findMissingReference(people, madeBy, `ledger.${at}.madeBy`)
    yield* findMissingReference(entryIds, reverses, `ledger.${at}.reverses`)
    if ((kind === 'reversal') !== (reverses !== null)) {
      yield { path: `ledger.${at}.reverses`, message: bandFileMessages.bandFileReversal }
    }
  }
}

/** Compares the entries with the totals of the file, which files of earlier versions do not have. */
function* findTotalsIssues({ ledger, ledgerTotals }: BandFile): Generator<FieldIssue> {
  if (ledgerTotals === null) return
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const owedPence = sum(ledger.filter(({ personId }) => personId !== null).map(({ pence }) => pence))
  const potPence = sum(ledger.map((entry) => entry.potPence))
  if (owedPence !== ledgerTotals.owedPence || potPence !== ledgerTotals.potPence)
    yield { path: 'ledgerTotals', message: bandFileMessages.bandFileTotals }
}

function idsOf(list: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(list.map(({ id }) => id))
}
