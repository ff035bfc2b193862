// One page for unknown, expired, used-up and revoked invitations, so that it reveals nothing about a token.

import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { Link } from '@tanstack/react-router'
import { AuthLayout } from '#features/sign-in/auth-layout.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'

export function InvalidInvitation() {
  return (
    <AuthLayout>
      <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight outline-none">
        {invitationMessages.invitationDead}
      </h1>
      <p className="mt-3 text-lg text-muted">{invitationMessages.invitationAskAgain}</p>
      <div className="mt-8 grid gap-3">
        <Link to="/login" className={buttonClassNameFor({ variant: 'primary' })}>
          Sign in
        </Link>
        <Link to="/" className={buttonClassNameFor({ variant: 'quiet' })}>
          Go to the front page
        </Link>
      </div>
    </AuthLayout>
  )
}
