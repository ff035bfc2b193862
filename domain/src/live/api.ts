import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { PageIdSchema } from '@gaffer/domain/shared/change-notification'

export const liveApi = {
  listen: defineEndpoint({
    method: 'GET',
    path: '/api/me/live',
    summary: "Stream the changes in the caller's bands as server-sent events; ids only",
    query: z.strictObject({ page: z.optional(PageIdSchema) }),
    status: 200,
    contentType: 'text/event-stream',
  }),
}
