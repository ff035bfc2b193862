// Data of the debug pages: cookies, current user and URL parameters. Nothing here can create a session.

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, hasStatus } from '#lib/api-error.ts'
import { call } from '#lib/request.ts'
import { keepInDebugCookie, readableCookies, type ShownCookie } from '#lib/debug-cookie.ts'

const asked = { staleTime: 0, gcTime: 0 } as const

/** The URL parameters on load. They are removed from the address and its history entry at once. */
export function useAddressParameters(): Record<string, string> {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location })
  const [parameters] = useState(() => Object.fromEntries(new URLSearchParams(searchStr)))
  const navigate = useNavigate()
  const isClean = searchStr === ''
  useEffect(() => {
    if (!isClean) void navigate({ to: pathname, search: {}, replace: true })
  }, [isClean, pathname, navigate])
  return parameters
}

export type Cookies = {
  cookies: ShownCookie[]
  /** Whether the server lists HttpOnly cookies too; not in production. */
  isWhole: boolean
}

/** Keeps `session` in the debug cookie first, but only where the server has debug pages. */
export function useCookies(session?: string) {
  return useQuery({
    queryKey: ['debug', 'cookies', session ?? ''],
    queryFn: () => readCookies(session),
    ...asked,
  })
}

async function readCookies(session: string | undefined): Promise<Cookies> {
  try {
    const { cookies } = await call('GET /auth/debug')
    if (!session) return { cookies, isWhole: true }
    keepInDebugCookie(session)
    return { ...(await call('GET /auth/debug')), isWhole: true }
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    return { cookies: readableCookies(), isWhole: false }
  }
}

/** Status and body of GET /api/me, also of failures. */
export function useCurrentUserCall() {
  return useQuery({
    queryKey: ['debug', 'me'],
    queryFn: async (): Promise<{ status: string; body: string }> => {
      try {
        return { status: '200', body: JSON.stringify(await call('GET /api/me'), null, 2) }
      } catch (error) {
        if (error instanceof ApiError) return { status: String(error.status), body: error.message }
        throw error
      }
    },
    ...asked,
  })
}
