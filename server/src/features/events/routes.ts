import { eventsApi } from '@gaffer/domain/api/events'
import { requireMember, requireSession } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import {
  addEvent,
  addOwnEvent,
  changeEvent,
  changeOwnEvent,
  deleteEvent,
  deleteOwnEvent,
  restoreEvent,
  restoreOwnEvent,
} from './commands.ts'
import { checkConflicts, listEvents, listOwnEvents, readCalendar, readEvent } from './service.ts'

export function eventRoutes(serve: Serve): void {
  serve.authorizedQuery(eventsApi.readCalendar, requireMember, readCalendar)
  serve.authorizedQuery(eventsApi.listEvents, requireMember, listEvents)
  serve(eventsApi.readEvent, requireMember, ({ db, acting, params }) => readEvent(db, acting, params.eventId))
  serve(eventsApi.addEvent, requireMember, ({ db, acting, body }) => addEvent(db, acting, body))
  serve(eventsApi.changeEvent, requireMember, ({ db, acting, params, body, seenVersion }) =>
    changeEvent(db, acting, params.eventId, body, seenVersion),
  )
  serve(eventsApi.deleteEvent, requireMember, ({ db, acting, params, seenVersion }) =>
    deleteEvent(db, acting, params.eventId, seenVersion),
  )
  serve(eventsApi.restoreEvent, requireMember, ({ db, acting, params }) => restoreEvent(db, acting, params.eventId))
  serve(eventsApi.checkConflicts, requireMember, ({ db, acting, body }) => checkConflicts(db, acting, body))

  serve.authorizedQuery(eventsApi.listOwnEvents, requireSession, listOwnEvents)
  serve(eventsApi.addOwnEvent, requireSession, ({ db, person, body }) => addOwnEvent(db, person, body))
  serve(eventsApi.changeOwnEvent, requireSession, ({ db, person, params, body, seenVersion }) =>
    changeOwnEvent(db, person, params.eventId, body, seenVersion),
  )
  serve(eventsApi.deleteOwnEvent, requireSession, ({ db, person, params, seenVersion }) =>
    deleteOwnEvent(db, person, params.eventId, seenVersion),
  )
  serve(eventsApi.restoreOwnEvent, requireSession, ({ db, person, params }) =>
    restoreOwnEvent(db, person, params.eventId),
  )
}
