import { moneyApi } from '@gaffer/domain/money/api'
import { requireAdminOrOwner, requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import {
  addLedgerEntry,
  entryWriteOptions,
  listUnpaidFees,
  readLedger,
  readReceiptContent,
  reverseLedgerEntry,
} from './ledger.ts'
import { readMiles, saveMiles } from './miles.ts'
import { readSettlement, reopenSettlement, saveSettlement, settleGig } from './settlements.ts'
import { readMoneyStatement } from './statement.ts'

export function moneyRoutes(serve: ServeEndpoint): void {
  serve(
    moneyApi.readSettlement,
    requireAdminOrOwner,
    ({ db, member, params }) => readSettlement(db, member, params.eventId),
    { isRevalidated: true },
  )
  serve(moneyApi.saveSettlement, requireAdminOrOwner, ({ db, member, params, body, seenVersions }) =>
    saveSettlement(db, member, params.eventId, body, seenVersions),
  )
  serve(moneyApi.settleGig, requireAdminOrOwner, ({ db, member, params, seenVersions }) =>
    settleGig(db, member, params.eventId, seenVersions),
  )
  serve(moneyApi.reopenSettlement, requireAdminOrOwner, ({ db, member, params, seenVersions }) =>
    reopenSettlement(db, member, params.eventId, seenVersions),
  )
  serve(moneyApi.readLedger, requireMember, ({ db, member, query }) => readLedger(db, member, query))
  serve(
    moneyApi.addLedgerEntry,
    requireMember,
    ({ db, member, body, receipt }) => addLedgerEntry(db, member, body, receipt),
    entryWriteOptions,
  )
  serve(moneyApi.reverseLedgerEntry, requireAdminOrOwner, ({ db, member, params }) =>
    reverseLedgerEntry(db, member, params.entryId),
  )
  serve(
    moneyApi.readReceipt,
    requireMember,
    ({ services, db, member, params, ...call }) => readReceiptContent(services, db, member, params.entryId, call),
    { deadlineMs: 20_000 },
  )
  serve(moneyApi.readMoneyStatement, requireMember, ({ db, member, query, headers }) =>
    readMoneyStatement(db, member, query, headers.accept ?? ''),
  )
  serve(moneyApi.listUnpaidFees, requireMember, ({ db, member }) => listUnpaidFees(db, member), {
    isRevalidated: true,
  })
  serve(moneyApi.readMiles, requireMember, ({ db, member, params }) => readMiles(db, member, params.eventId))
  serve(moneyApi.saveMiles, requireMember, ({ db, member, params, body }) =>
    saveMiles(db, member, params.eventId, body),
  )
}
