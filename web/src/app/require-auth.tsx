// The guard of every page that needs somebody: signed out goes to /login, a half-filled profile to /profile.

import { Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { rememberUser } from '#api/auth.ts'
import { leaveForSignIn, leaveWhenSignedOut } from '#api/sign-out.ts'
import { isSignedOut, useMe, type Me } from '#api/me.ts'
import { reconcileSelection } from '#api/selected-band-store.ts'
import { queryClient } from '#api/query-client.ts'
import { hydratePrefetched } from '#api/endpoint-query.ts'
import { hasCode } from '#lib/api-error.ts'
import { dropDraftsOfOthers } from '#lib/form-drafts.ts'
import { SavingDisabledContext } from '#ui/can-save.ts'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { ProfileFailureScreen } from './profile-failure-screen.tsx'
import { useConnection } from './use-connection.ts'

const unreachable = 'No connection. Nothing can be changed until you are back.'

/** The document's own wait stays until it is known who is there: to draw another one would only take time. */
export const prepare = () => hydratePrefetched(queryClient)

export function RequireAuth() {
  // Of the page that is there: while another is fetched, the address is already that one's.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const { data: me, error } = useMe()

  if (error && isSignedOut(error)) return <ToLogin hasEnded={me !== undefined} />
  if (error && hasCode(error, 'not_found') && path !== '/profile') return <Redirect to="/profile" />
  if (error && !me) return <ProfileFailureScreen />
  if (!me) return <LoadingScreen />
  if (!me.user.profileCompleted && path !== '/profile') return <Redirect to="/profile" />
  return <Settled me={me} />
}

function Settled({ me }: { me: Me }) {
  const { isLost } = useConnection()
  useEffect(() => {
    rememberUser(me.user)
    dropDraftsOfOthers(me.user.id)
    reconcileSelection(me.bands)
  }, [me])
  useEffect(leaveWhenSignedOut, [])
  return (
    <SavingDisabledContext value={isLost ? unreachable : null}>
      <Outlet />
    </SavingDisabledContext>
  )
}

/** `hasEnded` where the page was shown already. */
function ToLogin({ hasEnded }: { hasEnded: boolean }) {
  // The first one: by the time this page goes, the location is /login.
  const [asked] = useState(useLocation({ select: (location) => location.href }))
  useEffect(() => {
    leaveForSignIn(asked)
    // A fresh document: what was read stays in memory for nobody.
    if (hasEnded) location.replace('/login')
  }, [asked, hasEnded])
  return hasEnded ? <LoadingScreen /> : <Redirect to="/login" />
}

function Redirect({ to }: { to: '/login' | '/profile' }) {
  return (
    <>
      <LoadingScreen />
      {/* The unsaved guard of a page that is gone cannot ask any more. */}
      <Navigate to={to} replace ignoreBlocker />
    </>
  )
}
