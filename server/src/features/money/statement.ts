import { AppError } from '@gaffer/domain/shared/app-error'
import { eventTypeLabels, type EventType } from '@gaffer/domain/shared/event-type'
import { canManageMoney } from '@gaffer/domain/money/access'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { computeMileage, formatStatementCsv, computeStatementTotals } from '@gaffer/domain/money/statement'
import type { Mileage, MoneyStatement } from '@gaffer/domain/money/statement'
import { taxYearDates, type TaxYear } from '@gaffer/domain/money/tax-year'
import { formatContentDisposition } from '#http/pages/content-disposition.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'
import { onOneConnection, type Db } from '#platform/db/connection.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import { listEntriesOfPerson } from './ledger-store.ts'
import { listMilesOfPerson, readMilesInOtherBands } from './miles-store.ts'
import { findPerson, findPersonOfMember, findMemberName } from './people-store.ts'

export type StatementKey = { taxYear: string; personId?: string | undefined; membershipId?: string | undefined }

export async function readMoneyStatement(
  db: Db,
  member: MemberContext,
  query: StatementKey,
  accept: string,
): Promise<RawReply> {
  const statement = await onOneConnection(db, (connection) => makeStatement(connection, member, query))
  const common = { vary: 'accept', 'cache-control': 'no-store' }
  if (!prefersCsv(accept)) {
    const headers = { ...common, 'content-type': 'application/json; charset=utf-8' }
    return { headers, content: JSON.stringify(statement) }
  }
  const name = `${statement.displayName} ${statement.from} to ${statement.to}`
  const disposition = formatContentDisposition('attachment', { name, extension: 'csv', defaultName: 'statement' })
  const headers = { ...common, 'content-type': 'text/csv; charset=utf-8', 'content-disposition': disposition }
  return { headers, content: formatStatementCsv(statement) }
}

function prefersCsv(accept: string): boolean {
  const types = accept.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase())
  const [csv, json] = [types.indexOf('text/csv'), types.indexOf('application/json')]
  return csv !== -1 && (json === -1 || csv < json)
}

async function makeStatement(db: Db, member: MemberContext, query: StatementKey): Promise<MoneyStatement> {
  const { personId = null, displayName, isOwn } = await findStatementSubject(db, member, query)
  const taxYear = Number(query.taxYear)
  const days = taxYearDates(taxYear)
  const lines = personId === null ? [] : await listEntriesOfPerson(db, { ...member, personId, ...days })
  const mileage = isOwn ? await readMileage(db, member, personId, taxYear, days) : null
  return { taxYear, ...days, personId, displayName, lines, totals: computeStatementTotals(lines), mileage }
}

type StatementSubject = { personId: string | null; displayName: string; isOwn: boolean }

async function findStatementSubject(
  db: Db,
  member: MemberContext,
  { personId, membershipId }: StatementKey,
): Promise<StatementSubject> {
  const own = await findPersonOfMember(db, member)
  const isOwn =
    personId === undefined ? (membershipId ?? member.membershipId) === member.membershipId : personId === own?.id
  if (!isOwn && !canManageMoney(member)) throw new AppError('not_allowed', moneyMessages.ownLinesOnly)
  if (personId !== undefined) {
    const person = orNotFound(await findPerson(db, { ...member, personId }))
    return { personId, displayName: person.displayName, isOwn }
  }
  const key = { bandId: member.bandId, membershipId: membershipId ?? member.membershipId }
  const { displayName } = orNotFound(await findMemberName(db, key))
  return { personId: (await findPersonOfMember(db, key))?.id ?? null, displayName, isOwn }
}

async function readMileage(
  db: Db,
  member: MemberContext,
  personId: string | null,
  taxYear: number,
  days: TaxYear,
): Promise<Mileage> {
  const rows = personId === null ? [] : await listMilesOfPerson(db, { ...member, personId, ...days })
  const { miles } = await readMilesInOtherBands(db, { ...member, ...days })
  const lines = rows.map(({ title, type, place, ...line }) => ({
    ...line,
    title: [title ?? eventTypeLabels[type as EventType], place].filter(Boolean).join(', '),
  }))
  return computeMileage(taxYear, lines, miles)
}
