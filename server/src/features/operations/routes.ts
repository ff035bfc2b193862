import { operationsApi } from '@gaffer/domain/api/operations'
import { allowAnyone, requireMetricsAccess } from '#http/auth/guards.ts'
import type { ServeEndpoint } from '#http/serve.ts'
import { checkReadiness, readMetrics } from './service.ts'

export function operationsRoutes(serve: ServeEndpoint): void {
  serve(operationsApi.health, allowAnyone, () => ({ status: 'ok' as const }))
  serve(operationsApi.readiness, allowAnyone, ({ deps }) => checkReadiness(deps))
  serve(operationsApi.metrics, requireMetricsAccess, async ({ deps }) => {
    const { contentType, text } = await readMetrics(deps)
    return { headers: { 'content-type': contentType }, content: text }
  })
}
