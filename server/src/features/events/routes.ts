import { eventsApi, meApi } from '@gaffer/domain/api'
import { member, signedIn } from '#http/gate/gates.ts'
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
} from './booking.ts'
import { checkConflicts, listEvents, listOwnEvents, readCalendar, readEvent } from './service.ts'

export function eventRoutes(serve: Serve): void {
  serve.read(eventsApi.readCalendar, readCalendar)
  serve.read(eventsApi.listEvents, listEvents)
  serve(eventsApi.readEvent, member, ({ db, acting, params }) => readEvent(db, acting, params.eventId))
  serve(eventsApi.addEvent, member, ({ db, acting, body }) => addEvent(db, acting, body))
  serve(eventsApi.changeEvent, member, ({ db, acting, params, body, seenVersion }) =>
    changeEvent(db, acting, params.eventId, body, seenVersion),
  )
  serve(eventsApi.deleteEvent, member, ({ db, acting, params, seenVersion }) =>
    deleteEvent(db, acting, params.eventId, seenVersion),
  )
  serve(eventsApi.restoreEvent, member, ({ db, acting, params }) => restoreEvent(db, acting, params.eventId))
  serve(eventsApi.checkConflicts, member, ({ db, acting, body }) => checkConflicts(db, acting, body))

  serve.read(meApi.listOwnEvents, listOwnEvents)
  serve(meApi.addOwnEvent, signedIn, ({ db, person, body }) => addOwnEvent(db, person, body))
  serve(meApi.changeOwnEvent, signedIn, ({ db, person, params, body, seenVersion }) =>
    changeOwnEvent(db, person, params.eventId, body, seenVersion),
  )
  serve(meApi.deleteOwnEvent, signedIn, ({ db, person, params, seenVersion }) =>
    deleteOwnEvent(db, person, params.eventId, seenVersion),
  )
  serve(meApi.restoreOwnEvent, signedIn, ({ db, person, params }) => restoreOwnEvent(db, person, params.eventId))
}
