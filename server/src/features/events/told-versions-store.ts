import { preparedQuery } from '#platform/db/prepared-query.ts'
import type { EventChangeFacts } from '@gaffer/domain/events/event-change'

/** Changes to the events that are not settled yet, the earliest first. */
export const listUnsettledEventChanges = preparedQuery<
  { eventId: string; facts: EventChangeFacts },
  { bandId: string; eventIds: readonly string[] }
>(`
  select event_id as "eventId", facts from pending_notices
  where band_id = $bandId and cause = 'event'
    and (event_id = any($eventIds::uuid[]) or facts -> 'series' -> 'eventIds' ?| $eventIds::text[])
  order by began_at, id`)
