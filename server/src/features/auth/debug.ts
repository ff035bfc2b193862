// Responds with 404 when debug pages are off, as in production.

import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import type { Deps } from '#deps.ts'
import type { Cookies } from '#http/cookies.ts'

export function readCookies({ config }: Deps, cookies: Cookies): { cookies: { name: string; value: string }[] } {
  if (!config.debugPages) throw new AppError('not_found', messages.notFound)
  return { cookies: cookies.masked() }
}
