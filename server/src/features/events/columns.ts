// Column aliases match `Event`, so that rows need no mapping. `$bandId` and `$userId` are the caller's band and user.

export const time = (column: string) => `to_char(${column}, 'HH24:MI')`
const instant = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Columns of an event `e`; `bandName` is SQL, null except for events of other bands. */
export const bandEvent = (bandName = 'null::text') => `
  e.id, e.band_id as "bandId", e.type, e.title, e.date, e.end_date as "endDate", ${time('e.start_time')} as "startTime",
  ${time('e.end_time')} as "endTime", e.location, e.venue, e.notes, e.is_public as "isPublic",
  e.is_all_day as "isAllDay", null::uuid as "membershipId", e.owner_user_id as "ownerUserId",
  null::text as "displayName", ${bandName} as "bandName", e.version, ${instant('e.created_at')} as "createdAt",
  ${instant('e.updated_at')} as "updatedAt"`

/** All members see owner and dates of days away. `told` makes the other columns null for readers who may not see them. */
const daysAway = (told: (column: string) => string, membershipId: string, displayName: string) => `
  u.id, ${told('band_id')} as "bandId", 'unavailable' as type, ${told('title')} as title, u.date,
  u.end_date as "endDate", null::text as "startTime", null::text as "endTime", null::text as location,
  null::text as venue, ${told('notes')} as notes, false as "isPublic", true as "isAllDay",
  ${membershipId} as "membershipId", u.user_id as "ownerUserId", ${displayName} as "displayName",
  null::text as "bandName", u.version, ${instant('u.created_at')} as "createdAt",
  ${instant('u.updated_at')} as "updatedAt"`

export const nameInBand = `coalesce(m.display_name, p.display_name, 'New member')`

/** Days away `u` for members of a band: title and notes only for their owner and the band where they were written. */
export const daysAwayInBand = (membershipId = 'm.id', displayName = nameInBand) =>
  daysAway(
    (column) => `case when u.user_id = $userId or u.band_id = $bandId then u.${column} end`,
    membershipId,
    displayName,
  )

/** Days away `u` for their owner, outside any band. */
export const ownDaysAway = daysAway((column) => `u.${column}`, 'null::uuid', 'p.display_name')

/** Users `p` of the band with their active memberships `m`. */
export const peopleOfBand = `
  (users p join memberships m on m.user_id = p.id and m.band_id = $bandId and m.status = 'active')`

/** The caller as `p`, outside any band. */
export const personAlone = `(select * from users where id = $userId) p`
