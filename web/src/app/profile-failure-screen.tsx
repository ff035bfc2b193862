// The profile load failure page of the specification: shown if GET /api/me fails with another error than a missing session.

import { useNavigate, useRouter } from '@tanstack/react-router'
import { clearSelection } from '#features/bands/selected-band-store.ts'
import { Button } from '#ui/button.tsx'

export function ProfileFailureScreen() {
  const navigate = useNavigate()
  const router = useRouter()
  const { history } = router
  const isProfilePage = history.location.pathname === '/profile'

  function startAgain() {
    clearSelection()
    void navigate({ to: '/login' })
  }

  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 bg-bg p-6 text-center">
      <h1 tabIndex={-1} className="text-2xl font-bold">
        Something went wrong
      </h1>
      <p className="max-w-sm text-muted">Failed to load your profile. Please try again.</p>
      {isProfilePage ? (
        <div className="flex gap-3">
          <Button variant="secondary" onClick={() => history.back()}>
            Back
          </Button>
          <Button onClick={() => void router.invalidate()}>Retry</Button>
        </div>
      ) : (
        <Button onClick={startAgain}>Try Again</Button>
      )}
    </main>
  )
}
