// The guard of every page that needs somebody: signed out goes to /login, a half-filled profile to /profile.

import { Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { leaveForSignIn, leaveWhenSignedOut, rememberUser } from '#data/auth.ts'
import { useMe, type Me } from '#data/me.ts'
import { settleChoice } from '#data/band-choice.ts'
import { queryClient } from '#data/query-client.ts'
import { readWhatIsHere } from '#data/reading.ts'
import { CallError, hasStatus } from '#lib/call-error.ts'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { ProfileFailureScreen } from './profile-failure-screen.tsx'

/** The document's own wait stays until it is known who is there: to draw another one would only take time. */
export const prepare = () => readWhatIsHere(queryClient)

export function SignedIn() {
  // Of the page that is there: while another is fetched, the address is already that one's.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const { data: me, error } = useMe()

  if (error && isSignedOut(error)) return <ToLogin />
  if (error && hasStatus(error, 404) && path !== '/profile') return <Redirect to="/profile" />
  if (error && !me) return <ProfileFailureScreen />
  if (!me) return <LoadingScreen />
  if (!me.user.profileCompleted && path !== '/profile') return <Redirect to="/profile" />
  return <Settled me={me} />
}

function Settled({ me }: { me: Me }) {
  useEffect(() => {
    rememberUser(me.user)
    settleChoice(me.bands)
  }, [me])
  useEffect(leaveWhenSignedOut, [])
  return <Outlet />
}

function ToLogin() {
  // The first one: by the time this page goes, the location is /login.
  const [asked] = useState(useLocation({ select: (location) => location.href }))
  useEffect(() => leaveForSignIn(asked), [asked])
  return <Redirect to="/login" />
}

function Redirect({ to }: { to: '/login' | '/profile' }) {
  return (
    <>
      <LoadingScreen />
      <Navigate to={to} replace />
    </>
  )
}

/** The server answered and does not know us. An outage is something else, and so is a person without a profile. */
function isSignedOut(error: Error): boolean {
  return error instanceof CallError && error.status < 500 && error.status !== 404 && error.status !== 429
}
