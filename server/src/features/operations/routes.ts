import { operationsApi } from '@gaffer/domain/api/operations'
import { isPublic, requireMetricsAccess } from '#http/auth/guards.ts'
import type { Serve } from '#http/serve.ts'
import { checkReadiness, readMetrics } from './service.ts'

export function operationsRoutes(serve: Serve): void {
  serve(operationsApi.health, isPublic, () => ({ status: 'ok' as const }))
  serve(operationsApi.readiness, isPublic, ({ deps }) => checkReadiness(deps))
  serve(operationsApi.metrics, requireMetricsAccess, async ({ deps }) => {
    const { contentType, text } = await readMetrics(deps)
    return { headers: { 'content-type': contentType }, content: text }
  })
}
