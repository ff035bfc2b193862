// After a sign-in with Google: opens the requested page, or /login after an error or without a session.

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { completeSignIn, hasSessionOnServer, readReturnTo } from '#features/sign-in/auth.ts'
import { addSignInTraceStep } from '#features/sign-in/sign-in-trace.ts'
import { LoadingScreen } from '#ui/loading-screen.tsx'

export function AuthCallbackPage() {
  const { error, joinedBandId, returnTo } = useSearch({ from: '/auth/callback' })
  const navigate = useNavigate()

  useEffect(() => {
    addSignInTraceStep(error ? `Back from Google: ${error}` : 'Back from Google')
    if (error) {
      void navigate({ to: '/login', search: { error }, replace: true })
      return
    }
    let isMounted = true
    const openNextPage = (isSignedIn: boolean) => {
      if (!isMounted) return
      void navigate({
        href: isSignedIn ? completeSignIn(joinedBandId, returnTo ?? readReturnTo()) : '/login',
        replace: true,
      })
    }
    void hasSessionOnServer().then(openNextPage)
    return () => {
      isMounted = false
    }
  }, [error, joinedBandId, returnTo, navigate])

  return <LoadingScreen text="Completing authentication..." />
}
