// Responds with 404 when debug pages are off, as in production.

import { notFoundError } from '#platform/refusals.ts'
import type { Deps } from '#deps.ts'

export function requireDebugPages({ config }: Deps): void {
  if (!config.debugPages) throw notFoundError()
}
