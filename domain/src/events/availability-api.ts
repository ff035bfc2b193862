import * as z from 'zod/mini'
import { PlainMonth, MemberMonthAvailability } from './availability.ts'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'

export const availabilityApi = {
  listAvailability: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/availability',
    offline: true,
    summary: 'List which active members have said anything about a month',
    query: z.strictObject({ month: PlainMonth }),
    status: 200,
    response: z.array(MemberMonthAvailability),
  }),
  addFreeMonth: defineEndpoint({
    method: 'PUT',
    path: '/api/me/free-months/:month',
    summary: 'Say that the caller is free all month, in all their bands',
    params: { month: PlainMonth },
    status: 204,
    changes: 'events',
  }),
  deleteFreeMonth: defineEndpoint({
    method: 'DELETE',
    path: '/api/me/free-months/:month',
    summary: 'Take back that the caller is free all month',
    params: { month: PlainMonth },
    status: 204,
    changes: 'events',
  }),
}
