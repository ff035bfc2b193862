// Days away: reads, and writes by their owner. Edits lock the entry from reading to writing. Inserts lock the caller's membership or
// account, so that nothing is added for a member who is being removed.

import type { NormalizedDaysAway } from '@gaffer/domain/events/normalize-event'
import { limits } from '@gaffer/domain/shared/limits'
import type { Db } from '#platform/db/connection.ts'
import { countUpTo, insertWithinLimit } from '#platform/db/row-limit.ts'
import { isRestorable, restorationAssignments, softDeletionAssignments } from '#platform/db/soft-deletion.ts'
import { command, hasRow, literal, manyRows, optionalRow, sql, type Sql } from '#platform/db/statement.ts'
import type { AuthenticatedUser, MemberContext } from '#platform/verified-identities.ts'
import { peopleOfBand } from './conditions.ts'
import { DaysAwayRow, daysAwayColumnsInBand, daysAwayColumnsWithoutBand } from './days-away-columns.ts'
import { daysAwayInRange, type SearchRange } from './range-conditions.ts'

/** The caller, in a band or outside any band. */
export type UserOrMember = AuthenticatedUser | MemberContext
export type IdentifiedDaysAway = NormalizedDaysAway & { id: string }

export const listDaysAwayOfBand = manyRows(
  DaysAwayRow,
  sql<MemberContext & SearchRange>`
    select ${daysAwayColumnsInBand} from ${peopleOfBand} join unavailabilities u on u.user_id = p.id where ${daysAwayInRange}`,
)

export const listOwnDaysAway = manyRows(
  DaysAwayRow,
  sql<AuthenticatedUser & SearchRange>`
    select ${daysAwayColumnsWithoutBand} from users p join unavailabilities u on u.user_id = p.id
    where p.id = $userId and ${daysAwayInRange}`,
)

/** Finds days away of the caller or of another member of the band. */
export const findDaysAwayOfBand = optionalRow(
  DaysAwayRow,
  sql<MemberContext & { id: string }>`
    select ${daysAwayColumnsInBand} from ${peopleOfBand} join unavailabilities u on u.user_id = p.id
    where u.id = $id and u.deleted_at is null`,
)

const daysAwayOfUser = sql`unavailabilities where user_id = $userId and deleted_at is null`
const isBelowLimit = sql`${countUpTo(daysAwayOfUser)} < $maxRows`
const nextVersionAssignments = sql`version = version + 1, updated_at = $now`
const isRestorableDaysAway = sql`u.user_id = $userId and u.id = $id and ${isRestorable(sql`u.deleted_at`)}`

type DaysAwayValues = IdentifiedDaysAway & { lastDay: string }
type RowLimit = { maxRows: number }

/** `people` selects the users `p` who may own the days away, `locked` is the alias of the row that an insert locks against deletion. */
const createStatements = <Viewer extends UserOrMember>(parts: {
  bandId: Sql
  people: Sql
  locked: Sql
  columns: Sql
}) => ({
  insert: optionalRow(
    DaysAwayRow,
    sql<Viewer & DaysAwayValues & RowLimit>`
      with u as (
        insert into unavailabilities (
          user_id, id, band_id, title, date, end_date, last_day, notes, created_at, updated_at)
        select p.id, $id, ${parts.bandId}, $title, $date, $endDate, $lastDay, $notes, $now, $now from ${parts.people}
        where p.id = $userId and ${isBelowLimit}
        for key share of ${parts.locked}
        returning *)
      select ${parts.columns} from u join ${parts.people} on p.id = u.user_id`,
  ),
  lock: optionalRow(
    DaysAwayRow,
    sql<Viewer & { id: string }>`
      select ${parts.columns} from ${parts.people} join unavailabilities u on u.user_id = p.id
      where u.id = $id and u.deleted_at is null
      for update of u`,
  ),
  update: optionalRow(
    DaysAwayRow,
    sql<Viewer & DaysAwayValues>`
      update unavailabilities u
      set title = $title, date = $date, end_date = $endDate, last_day = $lastDay, notes = $notes, ${nextVersionAssignments}
      from ${parts.people}
      where p.id = u.user_id and u.user_id = $userId and u.id = $id
      returning ${parts.columns}`,
  ),
  restore: optionalRow(
    DaysAwayRow,
    sql<Viewer & RowLimit & { id: string }>`
      update unavailabilities u set ${restorationAssignments}, ${nextVersionAssignments}
      from ${parts.people}
      where p.id = u.user_id and ${isRestorableDaysAway} and ${isBelowLimit}
      returning ${parts.columns}`,
  ),
})
const memberStatements = createStatements<MemberContext>({
  bandId: sql`$bandId::uuid`,
  people: peopleOfBand,
  locked: sql`m`,
  columns: daysAwayColumnsInBand,
})
const userStatements = createStatements<AuthenticatedUser>({
  bandId: sql`null::uuid`,
  people: sql`(select * from users where id = $userId) p`,
  locked: sql`p`,
  columns: daysAwayColumnsWithoutBand,
})

/** Returns the stored days away; undefined when the caller's membership or account is gone, or their limit is reached. */
export function insertDaysAway(
  db: Db,
  viewer: UserOrMember,
  away: IdentifiedDaysAway,
): Promise<DaysAwayRow | undefined> {
  const values = { ...viewer, ...withLastDay(away) }
  return isMember(values)
    ? insertWithinLimit(db, limits.daysAwayPerPerson, viewer.userId, memberStatements.insert, values)
    : insertWithinLimit(db, limits.daysAwayPerPerson, viewer.userId, userStatements.insert, values)
}

/** Returns days away of a member of the band, or of the caller outside bands, and locks them until the transaction ends. */
export function lockDaysAway(tx: Db, viewer: UserOrMember, id: string): Promise<DaysAwayRow | undefined> {
  return isMember(viewer) ? memberStatements.lock(tx, { ...viewer, id }) : userStatements.lock(tx, { ...viewer, id })
}

/**
 * Changes days away of the caller, whichever band they were added in; undefined when the membership or account was deleted while
 * waiting for the lock.
 */
export function updateDaysAway(
  tx: Db,
  viewer: UserOrMember,
  away: IdentifiedDaysAway,
): Promise<DaysAwayRow | undefined> {
  const values = { ...viewer, ...withLastDay(away) }
  return isMember(values) ? memberStatements.update(tx, values) : userStatements.update(tx, values)
}

/** Returns undefined when the caller has no restorable days away with this id, or has as many days away as the limit allows. */
export function restoreDeletedDaysAway(tx: Db, viewer: UserOrMember, id: string): Promise<DaysAwayRow | undefined> {
  const values = { ...viewer, id }
  return isMember(values)
    ? insertWithinLimit(tx, limits.daysAwayPerPerson, viewer.userId, memberStatements.restore, values)
    : insertWithinLimit(tx, limits.daysAwayPerPerson, viewer.userId, userStatements.restore, values)
}

export const isDaysAwayRestorable = hasRow(
  sql<UserOrMember & { id: string }>`select from unavailabilities u where ${isRestorableDaysAway}`,
)

export const isDaysAwayLimitReached = hasRow(
  sql<AuthenticatedUser>`select from ${daysAwayOfUser} offset ${literal(limits.daysAwayPerPerson - 1)} limit 1`,
)

/** `deletionId` is the activity entry of the deletion. */
export const softDeleteDaysAway = command(
  sql<AuthenticatedUser & { id: string; deletionId: string }>`
    update unavailabilities set ${softDeletionAssignments}, ${nextVersionAssignments} where user_id = $userId and id = $id`,
)

function isMember<Viewer extends UserOrMember>(viewer: Viewer): viewer is Viewer & MemberContext {
  return 'bandId' in viewer
}

function withLastDay<Away extends NormalizedDaysAway>(away: Away): Away & { lastDay: string } {
  return { ...away, lastDay: away.endDate ?? away.date }
}
