import * as z from 'zod/mini'
import { endpoint } from '@gaffer/domain/endpoint'

export const operationsApi = {
  health: endpoint({
    method: 'GET',
    path: '/healthz',
    summary: 'The process answers',
    status: 200,
    response: z.strictObject({ status: z.literal('ok') }),
  }),
  readiness: endpoint({
    method: 'GET',
    path: '/readyz',
    summary: 'The database answers and its migrations are done',
    status: 200,
    response: z.strictObject({ status: z.literal('ready') }),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'What Prometheus collects; for this machine, or with METRICS_TOKEN',
    status: 200,
    contentType: 'text/plain',
  }),
}
