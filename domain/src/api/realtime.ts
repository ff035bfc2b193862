import * as z from 'zod/mini'
import { endpoint } from '@gaffer/domain/endpoint'
import { PageId } from '@gaffer/domain/live'

export const realtimeApi = {
  listen: endpoint({
    method: 'GET',
    path: '/api/me/live',
    summary: "Stream the changes in the caller's bands as server-sent events; ids only",
    query: z.strictObject({ page: z.optional(PageId) }),
    status: 200,
    contentType: 'text/event-stream',
  }),
}
