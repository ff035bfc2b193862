import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { Lift, LiftInput } from './lift.ts'

export const liftsApi = {
  listLifts: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId/lifts',
    offline: true,
    summary: 'List how members get to a gig or festival; riders in the order in which they got in',
    status: 200,
    response: z.array(Lift),
  }),
  setLift: defineEndpoint({
    method: 'PUT',
    path: '/api/bands/:bandId/events/:eventId/lifts/:membershipId',
    offline: true,
    summary:
      'Say how a member gets to a gig: the caller, or as an admin or owner anyone; 409 with the code full for a full car',
    body: LiftInput,
    status: 200,
    response: Lift,
    idempotent: true,
    changes: 'events',
    errors: ['conflict', 'full'],
  }),
  deleteLift: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/events/:eventId/lifts/:membershipId',
    offline: true,
    summary: 'Delete the lift of a member; riders of a driver need a lift again',
    status: 204,
    idempotent: true,
    changes: 'events',
    errors: ['conflict'],
  }),
}
