// Reading the calendar: whose entries, of which days. What they look like is in columns.ts.

import type { BusyMember } from '@gaffer/domain/conflict-check'
import { addDays } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import { limits } from '@gaffer/domain/limits'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import type { ActingMember } from '#http/gate/gates.ts'
import { readByMember, readByPerson } from '#http/gate/reading.ts'
import { bandEvent, daysAwayInBand, nameInBand, ownDaysAway, peopleOfBand, personAlone, time } from './columns.ts'

/** First and last day, yyyy-MM-dd. */
export type Days = { from: string; to: string }
export type Calendar = { bandEvents: Event[]; userEvents: Event[]; otherBandEvents: Event[] }

// Any day of it is among the days. Nothing lasts longer than a limit, so the index is read from there and not from its start.
const touches = `date between $earliest and $to and last_day >= $from and deleted_at is null`
export type Reach = Days & { earliest: string }
export function reach(days: Days): Reach {
  return { ...days, earliest: addDays(days.from, -limits.eventDays) }
}

const inOrder = `order by date, "startTime" nulls first, id`

/** Rows of the calendar: where they are, what is shown of them, and what that is made from, which is sooner hashed. */
type Entries = { from: string; shown: string; made?: string }
const shown = ({ from, shown: columns }: Entries) => `select ${columns} ${from}`
const json = (...entries: Entries[]) =>
  `(select coalesce(json_agg(entry), '[]') from (${entries.map(shown).join(' union all ')} ${inOrder}) entry)`
const tag = ({ from, shown: columns, made = columns }: Entries) =>
  `(select concat(count(*), ' ', bit_xor(hash_record_extended(entry, 0))) from (select ${made} ${from}) entry)`

const eventsOfBand = {
  from: `from events e where e.band_id = $bandId and ${touches}`,
  shown: bandEvent(),
  made: 'e.*',
}
const awayInBand = {
  from: `from ${peopleOfBand} join unavailabilities u on u.user_id = p.id where ${touches}`,
  shown: daysAwayInBand,
}
const ownAway = {
  from: `from ${personAlone} join unavailabilities u on u.user_id = p.id where ${touches}`,
  shown: ownDaysAway,
}
const eventsOfOwnBands = {
  from: `
    from memberships m join bands b on b.id = m.band_id join events e on e.band_id = m.band_id
    where m.user_id = $userId and m.status = 'active' and ${touches}`,
  shown: bandEvent('b.name'),
  made: 'e.*, b.name',
}

// Read once for two lists and the tag, as finding them takes longer than showing them.
const away = { from: 'from away', shown: '*' }
const elsewhere = { from: 'from elsewhere', shown: '*' }
const only = (entries: Entries, condition: string) => ({ ...entries, from: `${entries.from} where ${condition}` })

export const calendarOfBand = readByMember<Calendar, Reach>({
  rows: { away: shown(awayInBand), elsewhere: `${shown(eventsOfOwnBands)} and m.band_id <> $bandId` },
  json: `json_build_object(
    'bandEvents', ${json(eventsOfBand, only(away, '"ownerUserId" <> $userId'))},
    'userEvents', ${json(only(away, '"ownerUserId" = $userId'))},
    'otherBandEvents', ${json(elsewhere)})`,
  tags: [tag(eventsOfBand), tag(away), tag(elsewhere)],
})

/** The band's events and all its members' days away. */
export const entriesOfBand = readByMember<Event[], Reach>({
  json: json(eventsOfBand, awayInBand),
  tags: [tag(eventsOfBand), tag(awayInBand)],
})

/** The events of all the person's bands, and their own days away. */
export const entriesOfPerson = readByPerson<Event[], Reach>({
  json: json(eventsOfOwnBands, ownAway),
  tags: [tag(eventsOfOwnBands), tag(ownAway)],
})

const rowsOfBand = statement<Event>(`${shown(eventsOfBand)} union all ${shown(awayInBand)} ${inOrder}`)
const busyElsewhere = statement<BusyMember>(`
  select m.id as "membershipId", ${nameInBand} as "displayName", e.date, e.end_date as "endDate",
    ${time('e.start_time')} as "startTime", ${time('e.end_time')} as "endTime"
  from ${peopleOfBand}
  join memberships other on other.user_id = p.id and other.band_id <> m.band_id and other.status = 'active'
  join events e on e.band_id = other.band_id
  where ${touches}
  order by e.date, e.start_time nulls first, e.id, m.id`)

export function listEntriesOfBand(db: Db, acting: ActingMember, days: Days): Promise<Event[]> {
  return rowsOfBand(db, { ...acting, ...reach(days) })
}

/** When members of the band are on with another one: who and when, nothing else leaves the other band. */
export function listBusyElsewhere(db: Db, acting: ActingMember, days: Days): Promise<BusyMember[]> {
  return busyElsewhere(db, { ...acting, ...reach(days) })
}
