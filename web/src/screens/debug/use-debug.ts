// What the debug pages look at: this browser's cookies, whom the server takes it for, and the address it came by.
// Nothing here can make a session.

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, hasStatus } from '#lib/api-error.ts'
import { call } from '#lib/request.ts'
import { keepInDebugCookie, readableCookies, type ShownCookie } from '#lib/debug-cookie.ts'

/** Of the moment, and kept nowhere. */
const asked = { staleTime: 0, gcTime: 0 } as const

/** The parameters the page was opened with. They are gone from the address at once, and from its history. */
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
  /** Whether the server shows those, too, that no page may read. In production it does not. */
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

/** The answer to "who am I", failures among them: that is what is being debugged. */
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
