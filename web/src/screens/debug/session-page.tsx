// /auth-success and /test-auth: cookies and current user.

import { Link } from '@tanstack/react-router'
import { buttonClassName } from '#ui/button.tsx'
import { CookiesPanel, CurrentUserPanel, DebugPage } from './debug-page.tsx'
import { useAddressParameters } from './use-address-parameters.ts'

export function SessionPage() {
  const { session } = useAddressParameters()
  return (
    <DebugPage
      title="Sign-in debug"
      text="What this browser carries. Nothing on this page signs anybody in."
      actions={
        <>
          <Link to="/dashboard" className={buttonClassName()}>
            Go to Dashboard
          </Link>
          <Link to="/login" className={buttonClassName({ variant: 'secondary' })}>
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
