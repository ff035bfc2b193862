import type { MemberMonthAvailability } from '@gaffer/domain/events/availability'
import type { Db } from '#platform/db/connection.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { deleteFreeMonth, insertFreeMonth, listMonthAvailability } from './month-availability-store.ts'

/** `month` is `yyyy-MM`. */
export function listAvailability(db: Db, member: MemberContext, month: string): Promise<MemberMonthAvailability[]> {
  return listMonthAvailability(db, { ...member, months: [toFirstDay(month)] })
}

export function addFreeMonth(db: Db, user: AuthenticatedUser, month: string): Promise<void> {
  return insertFreeMonth(db, { ...user, month: toFirstDay(month) })
}

export function removeFreeMonth(db: Db, user: AuthenticatedUser, month: string): Promise<void> {
  return deleteFreeMonth(db, { ...user, month: toFirstDay(month) })
}

function toFirstDay(month: string): string {
  return `${month}-01`
}
