import * as z from 'zod/mini'
import { Activity } from '@gaffer/domain/activity'
import { Id } from '@gaffer/domain/common-schemas'
import { endpoint } from '@gaffer/domain/endpoint'
import { limits } from '@gaffer/domain/limits'

export const activityApi = {
  listActivity: endpoint({
    method: 'GET',
    path: '/api/bands/:bandId/activity',
    summary: `What happened in the last ${limits.activityMonths} months, newest first; before names the last one seen`,
    query: z.strictObject({ before: z.optional(Id) }),
    status: 200,
    response: z.array(Activity),
  }),
}
