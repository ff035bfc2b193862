import { operationsApi } from '@gaffer/domain/api'
import { open, watcher } from '#http/gate/gates.ts'
import type { Serve } from '#http/serve.ts'
import { checkReadiness, readMetrics } from './service.ts'

export function operationsRoutes(serve: Serve): void {
  serve(operationsApi.health, open, () => ({ status: 'ok' as const }))
  serve(operationsApi.readiness, open, ({ deps }) => checkReadiness(deps))
  serve(operationsApi.metrics, watcher, ({ deps }) => readMetrics(deps))
}
