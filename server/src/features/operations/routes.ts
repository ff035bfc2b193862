import { operationsApi } from '@gaffer/domain/operations/api'
import { allowAnyone, requireMetricsAccess } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import { checkReadiness, readMetrics } from './service.ts'

export function operationsRoutes(serve: ServeEndpoint): void {
  serve(operationsApi.health, allowAnyone, () => ({ status: 'ok' as const }))
  serve(operationsApi.readiness, allowAnyone, ({ services }) => checkReadiness(services))
  serve(operationsApi.metrics, requireMetricsAccess, async ({ services }) => {
    const { contentType, text } = await readMetrics(services)
    return { headers: { 'content-type': contentType }, content: text }
  })
}
