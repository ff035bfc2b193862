// Responds with 404 when debug pages are off, as in production.

import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import type { Deps } from '#deps.ts'

export function requireDebugPages({ config }: Deps): void {
  if (!config.debugPages) throw new AppError('not_found', messages.notFound)
}
