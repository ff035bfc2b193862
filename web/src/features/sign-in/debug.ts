// The requests of the debug pages. None of them can create a session.

import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, hasErrorCode } from '#lib/api-error.ts'
import { storeDebugCookie, readMaskedCookies, type MaskedCookie } from '#lib/debug-cookie.ts'
import { request } from '#lib/request.ts'

const uncachedOptions = { staleTime: 0, gcTime: 0 } as const

export type CookieList = {
  cookies: MaskedCookie[]
  /** Whether the list includes HttpOnly cookies, which only a server with debug pages sends. */
  isWhole: boolean
}

/** The cookies of this browser. The first request also stores `session` in the debug cookie, if the server has debug pages. */
export function useDebugCookies(session?: string) {
  const unstoredSession = useRef(session)
  return useQuery({
    queryKey: ['debug', 'cookies', session ?? ''],
    queryFn: async () => {
      const list = await readCookies(unstoredSession.current)
      // Sent only once, so that a refetch does not restore the cookie after a sign-out in another tab.
      unstoredSession.current = undefined
      return list
    },
    ...uncachedOptions,
  })
}

async function readCookies(session: string | undefined): Promise<CookieList> {
  try {
    const { cookies } = await request('GET /auth/debug')
    if (!session) return { cookies, isWhole: true }
    storeDebugCookie(session)
    return { ...(await request('GET /auth/debug')), isWhole: true }
  } catch (error) {
    if (!hasErrorCode(error, 'not_found')) throw error
    return { cookies: readMaskedCookies(), isWhole: false }
  }
}

/** The status and the body of the response to GET /api/me, also of an error response. */
export function useCurrentUserResponse() {
  return useQuery({
    queryKey: ['debug', 'me'],
    queryFn: async (): Promise<{ status: string; body: string }> => {
      try {
        return { status: '200', body: JSON.stringify(await request('GET /api/me'), null, 2) }
      } catch (error) {
        if (error instanceof ApiError) return { status: String(error.status), body: error.message }
        throw error
      }
    },
    ...uncachedOptions,
  })
}
