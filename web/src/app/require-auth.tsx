// The guard of the pages that need a session: before they load (`requireAuth`) and while they are open (`SignedInLayout`).

import { Outlet, redirect, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberUser } from '#api/auth.ts'
import { isSignedOut, meQuery, useMe, type Me } from '#api/me.ts'
import { queryClient } from '#api/query-client.ts'
import { reconcileSelection } from '#api/selected-band-store.ts'
import { forgetEndedSession, leaveWhenSignedOut } from '#api/sign-out.ts'
import { ApiError, hasCode, NetworkError } from '#lib/api-error.ts'
import { dropDraftsOfOthers } from '#lib/form-drafts.ts'
import { SavingDisabledContext } from '#ui/can-save.ts'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { OfflineHost } from './offline-host.tsx'
import { ProfileFailureScreen } from './profile-failure-screen.tsx'
import { useConnection } from './use-connection.ts'

const unreachable = 'No connection. This can be changed when you are back.'

type GuardInput = { location: { pathname: string; href: string }; preload: boolean }

/** Redirects to /login without a session, and to /profile without a complete profile. */
export async function requireAuth({ location, preload }: GuardInput): Promise<{ me: Me }> {
  const isProfilePage = /^\/profile\/?$/.test(location.pathname)
  const toProfile = () => redirect({ to: '/profile', replace: true })
  const me = await queryClient.ensureQueryData(meQuery).catch((error: unknown) => {
    if (isSignedOut(error)) {
      if (!preload) forgetEndedSession(location.href)
      throw redirect({ to: '/login', replace: true })
    }
    throw hasCode(error, 'not_found') && !isProfilePage ? toProfile() : error
  })
  if (!me.user.profileCompleted && !isProfilePage) throw toProfile()
  return { me }
}

export function SignedIn() {
  const { data: me, error } = useMe()
  const { isLost } = useConnection()
  const hasEnded = error !== null && isSignedOut(error)
  useLeaveForSignIn(hasEnded)
  useEffect(() => {
    if (!me) return
    rememberUser(me.user)
    dropDraftsOfOthers(me.user.id)
    reconcileSelection(me.bands)
  }, [me])
  useEffect(leaveWhenSignedOut, [])
  if (hasEnded || !me) return <LoadingScreen />
  return (
    <SavingDisabledContext value={isLost ? unreachable : null}>
      <Outlet />
      <OfflineHost userId={me.user.id} />
    </SavingDisabledContext>
  )
}

/** The error screen of the guard. A failed request means that the account could not be read; other errors are bugs or missing chunks. */
export function AuthErrorScreen(props: ErrorComponentProps) {
  const isFailedCall = props.error instanceof ApiError || props.error instanceof NetworkError
  return isFailedCall ? <ProfileFailureScreen /> : <ErrorScreen {...props} />
}

/** Opens /login when the session has ended while the page was open. */
function useLeaveForSignIn(hasEnded: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!hasEnded) return
    forgetEndedSession(router.latestLocation.href)
    // A new document drops everything in memory.
    location.replace('/login')
  }, [hasEnded, router])
}
