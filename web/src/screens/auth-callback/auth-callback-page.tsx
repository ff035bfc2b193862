// Where Google sends the browser back to: on to the band, or back to the sign-in page with what went wrong.

import { Navigate, useSearch } from '@tanstack/react-router'
import { LoadingScreen } from '#ui/loading-screen.tsx'

export function AuthCallbackPage() {
  const { error } = useSearch({ from: '/auth/callback' })
  return (
    <>
      <LoadingScreen text="Completing authentication..." />
      {error ? <Navigate to="/login" search={{ error }} replace /> : <Navigate to="/dashboard" replace />}
    </>
  )
}
