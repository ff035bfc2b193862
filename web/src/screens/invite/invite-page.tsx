import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { useParams, Link } from '@tanstack/react-router'
import { hasErrorCode } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { AuthLayout } from '#features/sign-in/auth-layout.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'
import { ValidInvitation } from './valid-invitation.tsx'

export function InvitePage() {
  const { token } = useParams({ from: '/cached/invite/$token' })
  const invitation = useEndpoint('GET /api/invites/:token', { params: { token } })

  if (hasErrorCode(invitation.error, 'not_found')) return <InvalidInvitation />
  return (
    <AuthLayout>
      <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight outline-none">
        You've Been Invited!
      </h1>
      <QueryState
        query={invitation}
        fallback="The invitation could not be loaded."
        isInline
        loading={
          <SkeletonGroup>
            <Skeleton className="mt-4 h-12" />
            <Skeleton className="mt-6 h-40" />
          </SkeletonGroup>
        }
      >
        {(data) => <ValidInvitation token={token} invitation={data} />}
      </QueryState>
    </AuthLayout>
  )
}

/** One page for unknown, expired, used-up and revoked invitations, so that it reveals nothing about a token. */
function InvalidInvitation() {
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
