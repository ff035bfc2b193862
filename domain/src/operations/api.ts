import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'

export const operationsApi = {
  health: defineEndpoint({
    method: 'GET',
    path: '/healthz',
    summary: 'Check that the process responds',
    status: 200,
    response: z.strictObject({ status: z.literal('ok') }),
  }),
  readiness: defineEndpoint({
    method: 'GET',
    path: '/readyz',
    summary: 'Check that the database responds, accepts writes and is migrated',
    status: 200,
    response: z.strictObject({ status: z.literal('ready') }),
  }),
  metrics: defineEndpoint({
    method: 'GET',
    path: '/metrics',
    summary: 'Get metrics for Prometheus; for loopback requests, or with METRICS_TOKEN',
    status: 200,
    contentType: 'text/plain',
  }),
}
