// How a row of the calendar becomes the shape `Event`: PostgreSQL names the columns as the shape does, so that a row is
// one, and so is its JSON. The band of the asking member is `$bandId`, the person `$userId`.

export const time = (column: string) => `to_char(${column}, 'HH24:MI')`
const instant = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The columns of an event `e`; `bandName` is for those of other bands. */
export const bandEvent = (bandName = 'null::text') => `
  e.id, e.band_id as "bandId", e.type, e.title, e.date, e.end_date as "endDate", ${time('e.start_time')} as "startTime",
  ${time('e.end_time')} as "endTime", e.location, e.venue, e.notes, e.is_public as "isPublic",
  e.is_all_day as "isAllDay", null::uuid as "membershipId", e.owner_user_id as "ownerUserId",
  null::text as "displayName", ${bandName} as "bandName", e.version, ${instant('e.created_at')} as "createdAt",
  ${instant('e.updated_at')} as "updatedAt"`

/** Of days away everybody may know who and when; what was written about them is for those to whom it was told. */
const daysAway = (told: (column: string) => string, membershipId: string, displayName: string) => `
  u.id, ${told('band_id')} as "bandId", 'unavailable' as type, ${told('title')} as title, u.date,
  u.end_date as "endDate", null::text as "startTime", null::text as "endTime", null::text as location,
  null::text as venue, ${told('notes')} as notes, false as "isPublic", true as "isAllDay",
  ${membershipId} as "membershipId", u.user_id as "ownerUserId", ${displayName} as "displayName",
  null::text as "bandName", u.version, ${instant('u.created_at')} as "createdAt",
  ${instant('u.updated_at')} as "updatedAt"`

/** What a member of a band is called there. */
export const nameInBand = `coalesce(m.display_name, p.display_name, 'New member')`

/** Days away `u` as a band sees them: told to their owner, and to the band where they were written. */
export const daysAwayInBand = (membershipId = 'm.id', displayName = nameInBand) =>
  daysAway(
    (column) => `case when u.user_id = $userId or u.band_id = $bandId then u.${column} end`,
    membershipId,
    displayName,
  )

/** Days away `u` as their owner sees them with no band chosen. */
export const ownDaysAway = daysAway((column) => `u.${column}`, 'null::uuid', 'p.display_name')

/** The people `p` of the band with their active memberships `m`. */
export const peopleOfBand = `
  (users p join memberships m on m.user_id = p.id and m.band_id = $bandId and m.status = 'active')`

/** The person `p`, in no band. */
export const personAlone = `(select * from users where id = $userId) p`
