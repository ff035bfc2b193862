import * as z from 'zod/mini'
import type { EventChangeFacts } from '@gaffer/domain/events/event-change'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { manyRows, sql } from '#platform/db/statement.ts'

/** Lists the changes to the events that have not been made into notices yet, the earliest first. */
export const listUnsettledEventChanges = manyRows(
  z.strictObject({ eventId: Id, facts: z.custom<EventChangeFacts>() }),
  sql<{ bandId: string; eventIds: readonly string[] }>`
    select event_id as "eventId", facts from pending_notices
    where band_id = $bandId and cause = 'event'
      and (event_id = any($eventIds::uuid[]) or facts -> 'series' -> 'eventIds' ?| $eventIds::text[])
    order by began_at, id`,
)
