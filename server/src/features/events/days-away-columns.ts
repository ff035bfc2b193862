// Days away as they are stored, and their conversion to days away of the API.

import * as z from 'zod/mini'
import { DaysAway, fieldsUnusedByDaysAway } from '@gaffer/domain/events/event'
import { sql } from '#platform/db/statement.ts'
import { nameInBand } from './conditions.ts'

const { id, bandId, title, date, endDate, notes, membershipId, ownerUserId, displayName, version } = DaysAway.shape

export const DaysAwayRow = z.strictObject({
  id,
  bandId,
  title,
  date,
  endDate,
  notes,
  membershipId,
  ownerUserId,
  displayName,
  version,
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type DaysAwayRow = z.infer<typeof DaysAwayRow>

const daysAwayColumns = sql`
  u.id, u.band_id as "bandId", u.title, u.date, u.end_date as "endDate", u.notes, u.user_id as "ownerUserId", u.version,
  u.created_at as "createdAt", u.updated_at as "updatedAt"`

/** Columns of days away `u` of the user `p` with the membership `m`. */
export const daysAwayColumnsInBand = sql`${daysAwayColumns}, m.id as "membershipId", ${nameInBand} as "displayName"`

/** Columns of days away `u` of the user `p`, outside any band. */
export const daysAwayColumnsWithoutBand = sql`
  ${daysAwayColumns}, null::uuid as "membershipId", p.display_name as "displayName"`

/** The reader, as a member of a band or outside any band. */
export type DaysAwayReader = { userId: string; bandId?: string }

/** Band, title and notes are null for readers other than the owner and the band where the days away were written. */
export function toDaysAway(row: DaysAwayRow, reader: DaysAwayReader): DaysAway {
  const isShown = row.ownerUserId === reader.userId || (row.bandId !== null && row.bandId === reader.bandId)
  return {
    ...fieldsUnusedByDaysAway,
    id: row.id,
    bandId: isShown ? row.bandId : null,
    type: 'unavailable',
    title: isShown ? row.title : null,
    date: row.date,
    endDate: row.endDate,
    notes: isShown ? row.notes : null,
    membershipId: row.membershipId,
    ownerUserId: row.ownerUserId,
    displayName: row.displayName,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
