import * as z from 'zod/mini'
import { ActivityListItem } from './activity.ts'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { limits } from '@gaffer/domain/shared/limits'

export const activityApi = {
  listActivity: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/activity',
    offline: true,
    summary: `List the band's activity of the last ${limits.activityMonths} months, newest first; \`before\` is the id of the last entry of the previous page`,
    query: z.strictObject({ before: z.optional(Id) }),
    status: 200,
    response: z.array(ActivityListItem),
  }),
}
