import { isRedirect } from '@tanstack/react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#lib/query-client.ts'
import { errorResponse } from '#testing/error-response.ts'
import { requireAuth } from './require-auth.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it.each([
  ['a 401', '/login', errorResponse(401, 'not_signed_in')],
  ['a 403', '/login', errorResponse(403, 'not_allowed')],
  ['a 404', '/profile', errorResponse(404, 'not_found')],
  ['a 429', null, errorResponse(429, 'too_many_requests')],
  ['a 500', null, errorResponse(500, 'failed')],
  ['the page of a proxy', null, new Response('<h1>Forbidden</h1>', { status: 403 })],
])('if GET /api/me returns %s, requireAuth redirects to %s (null: no redirect)', async (_name, path, response) => {
  vi.stubGlobal('fetch', async () => response)
  const location = { pathname: '/dashboard', href: '/dashboard' }
  const error: unknown = await requireAuth({ location, preload: true }).catch((reason: unknown) => reason)
  expect(isRedirect(error) ? error.options.to : null).toBe(path)
})
