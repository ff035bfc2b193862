import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { PlainDate } from '@gaffer/domain/shared/date-schemas'
import { command, manyRows, oneRow, optionalRow, sql } from '#platform/db/statement.ts'
import type { EventKey } from '#features/events/event-columns.ts'

type MilesKey = EventKey & { personId: string }

export const findMiles = optionalRow(
  z.strictObject({ miles: z.int() }),
  sql<MilesKey>`
    select miles from gig_miles where band_id = $bandId and event_id = $eventId and person_id = $personId`,
)

export const upsertMiles = command(
  sql<MilesKey & { miles: number }>`
    insert into gig_miles (band_id, event_id, person_id, miles) values ($bandId, $eventId, $personId, $miles)
    on conflict (band_id, event_id, person_id) do update set miles = excluded.miles`,
)

export const deleteMiles = command(
  sql<MilesKey>`
    delete from gig_miles where band_id = $bandId and event_id = $eventId and person_id = $personId`,
)

/** Leaves out deleted events, and events without recorded miles. */
export const listMilesOfPerson = manyRows(
  z.strictObject({
    eventId: Id,
    date: PlainDate,
    type: z.string(),
    title: z.nullable(z.string()),
    place: z.nullable(z.string()),
    miles: z.int(),
  }),
  sql<{ bandId: string; personId: string; from: string; to: string }>`
    select e.id as "eventId", e.date, e.type, e.title, coalesce(e.venue, e.location) as place, g.miles
    from gig_miles g join events e on e.band_id = g.band_id and e.id = g.event_id and e.deleted_at is null
    where g.band_id = $bandId and g.person_id = $personId and e.date between $from and $to
    order by e.date, e.id`,
)

export const readMilesInOtherBands = oneRow(
  z.strictObject({ miles: z.int() }),
  sql<{ bandId: string; userId: string; from: string; to: string }>`
    select coalesce(sum(g.miles), 0)::int as miles
    from ledger_people p
    join gig_miles g on g.band_id = p.band_id and g.person_id = p.id
    join events e on e.band_id = g.band_id and e.id = g.event_id and e.deleted_at is null
    where p.user_id = $userId and p.band_id <> $bandId and e.date between $from and $to`,
)
