// Where Google's answer ends up: on to the band, or back to the sign-in page with what went wrong.

import { ownPathOrNull } from '@gaffer/domain/google-sign-in'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { chooseJoinedBand } from '#data/band-choice.ts'
import { LoadingScreen } from '#ui/loading-screen.tsx'

export function AuthCallbackPage() {
  const { error, joinedBandId, returnTo } = useSearch({ from: '/auth/callback' })
  const navigate = useNavigate()

  useEffect(() => {
    if (error) {
      void navigate({ to: '/login', search: { error }, replace: true })
      return
    }
    if (joinedBandId) chooseJoinedBand(joinedBandId)
    void navigate({ href: ownPathOrNull(returnTo) ?? '/dashboard', replace: true })
  }, [error, joinedBandId, returnTo, navigate])

  return <LoadingScreen text="Completing authentication..." />
}
