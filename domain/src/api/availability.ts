import * as z from 'zod/mini'
import { Month, MonthAvailability } from '@gaffer/domain/availability'
import { endpoint } from '@gaffer/domain/endpoint'

export const availabilityApi = {
  listAvailability: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/availability',
    summary: 'List which active members have said anything about a month',
    query: z.strictObject({ month: Month }),
    status: 200,
    response: z.array(MonthAvailability),
  }),
  addFreeMonth: endpoint({
    method: 'PUT',
    path: '/api/me/free-months/:month',
    summary: 'Say that the caller is free all month, in all their bands',
    params: { month: Month },
    status: 204,
    changes: 'events',
  }),
  deleteFreeMonth: endpoint({
    method: 'DELETE',
    path: '/api/me/free-months/:month',
    summary: 'Take back that the caller is free all month',
    params: { month: Month },
    status: 204,
    changes: 'events',
  }),
}
