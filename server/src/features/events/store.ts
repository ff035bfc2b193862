// Reading the calendar: whose entries, of which days. What they look like is in columns.ts.

import type { BusyMember } from '@gaffer/domain/conflict-check'
import { addDays } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import { limits } from '@gaffer/domain/limits'
import type { Db } from '#db/connection.ts'
import { JsonText } from '#db/json-text.ts'
import { statement, type Statement } from '#db/statement.ts'
import type { ActingMember, SignedInPerson } from '#http/gate/gates.ts'
import { bandEvent, daysAwayInBand, nameInBand, ownDaysAway, peopleOfBand, personAlone, time } from './columns.ts'

/** First and last day, yyyy-MM-dd. */
export type Days = { from: string; to: string }
export type Calendar = { bandEvents: Event[]; userEvents: Event[]; otherBandEvents: Event[] }

// Any day of it is among the days. Nothing lasts longer than a limit, so the index is read from there and not from its start.
const touches = `date between $earliest and $to and last_day >= $from and deleted_at is null`
const withEarliest = (days: Days) => ({ ...days, earliest: addDays(days.from, -limits.eventDays) })

const inOrder = `order by date, "startTime" nulls first, id`
const json = (rows: string) => `(select coalesce(json_agg(entry), '[]') from (${rows} ${inOrder}) entry)`

const eventsOfBand = `select ${bandEvent()} from events e where e.band_id = $bandId and ${touches}`
const awayInBand = `
  select ${daysAwayInBand} from ${peopleOfBand} join unavailabilities u on u.user_id = p.id where ${touches}`
const entriesOfBand = `${eventsOfBand} union all ${awayInBand}`

const ownAway = `
  select ${ownDaysAway} from ${personAlone} join unavailabilities u on u.user_id = p.id where ${touches}`
const eventsOfOwnBands = `
  select ${bandEvent('b.name')}
  from memberships m join bands b on b.id = m.band_id join events e on e.band_id = m.band_id
  where m.user_id = $userId and m.status = 'active' and ${touches}`

const calendar = statement<{ json: string }>(`
  select json_build_object(
    'bandEvents', ${json(`${eventsOfBand} union all ${awayInBand} and p.id <> $userId`)},
    'userEvents', ${json(`${awayInBand} and p.id = $userId`)},
    'otherBandEvents', ${json(`${eventsOfOwnBands} and m.band_id <> $bandId`)})::text as json`)
const jsonOfBand = statement<{ json: string }>(`select ${json(entriesOfBand)}::text as json`)
const jsonOfPerson = statement<{ json: string }>(
  `select ${json(`${eventsOfOwnBands} union all ${ownAway}`)}::text as json`,
)
const rowsOfBand = statement<Event>(`${entriesOfBand} ${inOrder}`)
const busyElsewhere = statement<BusyMember>(`
  select m.id as "membershipId", ${nameInBand} as "displayName", e.date, e.end_date as "endDate",
    ${time('e.start_time')} as "startTime", ${time('e.end_time')} as "endTime"
  from ${peopleOfBand}
  join memberships other on other.user_id = p.id and other.band_id <> m.band_id and other.status = 'active'
  join events e on e.band_id = other.band_id
  where ${touches}
  order by e.date, e.start_time nulls first, e.id, m.id`)

async function read<T>(select: Statement<{ json: string }>, db: Db, values: object): Promise<JsonText<T>> {
  const [row] = await select(db, { ...values })
  return new JsonText((row as { json: string }).json)
}

export function findCalendar(db: Db, acting: ActingMember, days: Days): Promise<JsonText<Calendar>> {
  return read(calendar, db, { ...acting, ...withEarliest(days) })
}

/** The band's events and all its members' days away. */
export function findEntriesOfBand(db: Db, acting: ActingMember, days: Days): Promise<JsonText<Event[]>> {
  return read(jsonOfBand, db, { ...acting, ...withEarliest(days) })
}

/** The events of all the person's bands, and their own days away. */
export function findEntriesOfPerson(db: Db, person: SignedInPerson, days: Days): Promise<JsonText<Event[]>> {
  return read(jsonOfPerson, db, { ...person, ...withEarliest(days) })
}

export function listEntriesOfBand(db: Db, acting: ActingMember, days: Days): Promise<Event[]> {
  return rowsOfBand(db, { ...acting, ...withEarliest(days) })
}

/** When members of the band are on with another one: who and when, nothing else leaves the other band. */
export function listBusyElsewhere(db: Db, acting: ActingMember, days: Days): Promise<BusyMember[]> {
  return busyElsewhere(db, { ...acting, ...withEarliest(days) })
}
