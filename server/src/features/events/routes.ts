import { eventSeriesApi } from '@gaffer/domain/events/series-api'
import { eventsApi } from '@gaffer/domain/events/api'
import { requireMember, requireSession } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { addEvent, addEventOptions, changeEvent, deleteEvent, restoreEvent, undoConfirmation } from './commands.ts'
import { addOwnDaysAway, changeOwnDaysAway, deleteOwnDaysAway, restoreOwnDaysAway } from './days-away.ts'
import { addEventSeries, changeEventSeries, deleteEventSeries } from './series.ts'
import {
  listEntriesOfBand,
  listEventHistory,
  listMemberEvents,
  listOwnEntries,
  readCalendar,
  readEvent,
} from './service.ts'

export function eventRoutes(serve: ServeEndpoint): void {
  serve(eventsApi.readCalendar, requireMember, ({ db, member, query }) => readCalendar(db, member, query), {
    isRevalidated: true,
  })
  serve(eventsApi.listEvents, requireMember, ({ db, member, query }) => listEntriesOfBand(db, member, query), {
    isRevalidated: true,
  })
  serve(eventsApi.readEvent, requireMember, ({ db, member, params }) => readEvent(db, member, params.eventId), {
    isRevalidated: true,
  })
  serve(eventsApi.addEvent, requireMember, ({ db, member, body }) => addEvent(db, member, body))
  serve(eventsApi.addEventOptions, requireMember, ({ db, member, body }) => addEventOptions(db, member, body))
  serve(eventsApi.changeEvent, requireMember, ({ db, member, params, body, seenVersions }) =>
    changeEvent(db, member, params.eventId, body, seenVersions),
  )
  serve(eventsApi.undoConfirmation, requireMember, ({ db, member, params, seenVersions }) =>
    undoConfirmation(db, member, params.eventId, seenVersions),
  )
  serve(eventsApi.deleteEvent, requireMember, ({ db, member, params, seenVersions }) =>
    deleteEvent(db, member, params.eventId, seenVersions),
  )
  serve(eventsApi.restoreEvent, requireMember, ({ db, member, params }) => restoreEvent(db, member, params.eventId))
  serve(
    eventsApi.listEventHistory,
    requireMember,
    ({ db, member, params }) => listEventHistory(db, member, params.eventId),
    { isRevalidated: true },
  )
  serve(eventsApi.listMemberEvents, requireMember, ({ db, member, params }) =>
    listMemberEvents(db, member, params.memberId),
  )
  serve(eventSeriesApi.addEventSeries, requireMember, ({ db, member, body }) => addEventSeries(db, member, body))
  serve(eventSeriesApi.changeEventSeries, requireMember, ({ db, member, params, body }) =>
    changeEventSeries(db, member, params.seriesId, body),
  )
  serve(eventSeriesApi.deleteEventSeries, requireMember, ({ db, member, params, query }) =>
    deleteEventSeries(db, member, params.seriesId, query),
  )

  serve(eventsApi.listOwnEvents, requireSession, ({ db, user, query }) => listOwnEntries(db, user, query), {
    isRevalidated: true,
  })
  serve(eventsApi.addOwnEvent, requireSession, ({ db, user, body }) => addOwnDaysAway(db, user, body))
  serve(eventsApi.changeOwnEvent, requireSession, ({ db, user, params, body, seenVersions }) =>
    changeOwnDaysAway(db, user, params.eventId, body, seenVersions),
  )
  serve(eventsApi.deleteOwnEvent, requireSession, ({ db, user, params, seenVersions }) =>
    deleteOwnDaysAway(db, user, params.eventId, seenVersions),
  )
  serve(eventsApi.restoreOwnEvent, requireSession, ({ db, user, params }) =>
    restoreOwnDaysAway(db, user, params.eventId),
  )
}
