// /auth-success and /test-auth: what this browser carries, and whom the server takes it for.

import { Link } from '@tanstack/react-router'
import { buttonLook } from '#ui/button.tsx'
import { CookiesPanel, CurrentUserPanel, DebugPage } from './debug-page.tsx'
import { useAddressParameters } from './use-debug.ts'

export function SessionPage() {
  const { session } = useAddressParameters()
  return (
    <DebugPage
      title="Sign-in debug"
      text="What this browser carries. Nothing on this page signs anybody in."
      actions={
        <>
          <Link to="/dashboard" className={buttonLook()}>
            Go to Dashboard
          </Link>
          <Link to="/login" className={buttonLook({ variant: 'secondary' })}>
            Go to Login
          </Link>
        </>
      }
    >
      <CookiesPanel session={session} />
      <CurrentUserPanel />
    </DebugPage>
  )
}
