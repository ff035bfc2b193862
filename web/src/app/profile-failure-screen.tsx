// Who is signed in could not be read. Says so instead of pretending that nobody is.

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { meQuery } from '#api/me.ts'
import { forget } from '#lib/browser-storage.ts'
import { Button } from '#ui/button.tsx'

export function ProfileFailureScreen() {
  const navigate = useNavigate()
  const { history } = useRouter()
  // Not useMe: another reader of a failed read starts it again, and this page would never stand still.
  const client = useQueryClient()
  const isProfilePage = history.location.pathname === '/profile'

  function startAgain() {
    forget('selectedBandId', 'selectedContextId')
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
          <Button onClick={() => void client.refetchQueries(meQuery)}>Retry</Button>
        </div>
      ) : (
        <Button onClick={startAgain}>Try Again</Button>
      )}
    </main>
  )
}
