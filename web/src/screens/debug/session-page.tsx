// /auth-success and /test-auth: cookies and current user.

import { Link } from '@tanstack/react-router'
import { buttonClassNameFor } from '#ui/button.tsx'
import { CookiesPanel, CurrentUserPanel, DebugPageLayout, useConsumedUrlParameters } from './debug-page-layout.tsx'

export function SessionPage() {
  const { session } = useConsumedUrlParameters()
  return (
    <DebugPageLayout
      title="Sign-in debug"
      text="What this browser carries. Nothing on this page signs anybody in."
      actions={
        <>
          <Link to="/dashboard" className={buttonClassNameFor()}>
            Go to Dashboard
          </Link>
          <Link to="/login" className={buttonClassNameFor({ variant: 'secondary' })}>
            Go to Login
          </Link>
        </>
      }
    >
      <CookiesPanel session={session} />
      <CurrentUserPanel />
    </DebugPageLayout>
  )
}
