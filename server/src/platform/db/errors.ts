// Classifies the errors of PostgreSQL and the driver. Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html

import { DatabaseError } from 'pg'
import { AppError } from '@gaffer/domain/shared/app-error'
import { messages } from '@gaffer/domain/shared/messages'

const unavailableReasons: Record<string, string> = {
  '40P01': 'deadlock, also when run again',
  '40001': 'serialization failure, also when run again',
  '53100': 'disk full',
  '53200': 'database out of memory',
  '53300': 'too many database connections',
  '57014': 'statement timeout',
  '57P01': 'database shut down by its administrator',
  '57P02': 'database crashed',
  '57P03': 'database starting up',
  '25P03': 'idle in a transaction for too long',
  '25006': 'database is read only: a standby, or a demoted primary',
}

/** The errors of the driver pg are recognised by their messages, because they have no codes. */
const driverErrorMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client was closed|Client has encountered a connection error|Cannot use a pool after calling end)/

/** Whether the database was unavailable, as opposed to refusing the statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    return (error.code ?? '') in unavailableReasons || isStalePlan(error) || isPoolerWithoutServer(error)
  }
  return isConnectionError(error)
}

/** Describes for the log why the database was unavailable. */
export function describeUnavailable(error: unknown): string {
  const code = error instanceof DatabaseError ? (error.code ?? '') : ''
  return unavailableReasons[code] ?? 'database connection failed'
}

/** Whether the connection failed. The outcome of its running statement is then unknown. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.severity === 'FATAL'
  return error instanceof Error && ('syscall' in error || driverErrorMessage.test(error.message))
}

/** PgBouncer's error when it cannot reach PostgreSQL. */
function isPoolerWithoutServer({ code, severity }: DatabaseError): boolean {
  return code === '08P01' && severity === 'FATAL'
}

/** Deadlock, serialization failure or stale plan: a retry of the transaction can succeed. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && (/^40(P01|001)$/.test(error.code ?? '') || isStalePlan(error))
}

/** A migration changed the result columns of a prepared statement. Only another connection gets a new plan. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** Whether PostgreSQL refused the login: no such role, password or database. */
export function isAuthFailure(error: unknown): boolean {
  return error instanceof DatabaseError && /^(28|3D)/.test(error.code ?? '')
}

/** Whether the row that a new row refers to was deleted meanwhile, such as an account that is being erased. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23503'
}

/** Whether a statement broke the named unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint
}

export function databaseUnavailableError(): AppError {
  return new AppError('unavailable', messages.unavailable, { retryAfterSeconds: 2 })
}

/** Whether the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53100'
}
