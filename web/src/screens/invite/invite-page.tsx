import { useParams } from '@tanstack/react-router'
import { useInvitation } from '#features/invitations/queries.ts'
import { hasErrorCode, getErrorMessage } from '#lib/api-error.ts'
import { AuthLayout } from '#features/sign-in/auth-layout.tsx'
import { ErrorState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { InvalidInvitation } from './invalid-invitation.tsx'
import { ValidInvitation } from './valid-invitation.tsx'

export function InvitePage() {
  const { token } = useParams({ from: '/cached/invite/$token' })
  const { data: invitation, error, refetch, isFetching } = useInvitation(token)

  if (hasErrorCode(error, 'not_found')) return <InvalidInvitation />
  return (
    <AuthLayout>
      <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight outline-none">
        You've Been Invited!
      </h1>
      {invitation && <ValidInvitation token={token} invitation={invitation} />}
      {!invitation && error && (
        <div className="mt-6">
          <ErrorState
            text={getErrorMessage(error, 'The invitation could not be loaded.')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </div>
      )}
      {!invitation && !error && (
        <SkeletonGroup>
          <Skeleton className="mt-4 h-12" />
          <Skeleton className="mt-6 h-40" />
        </SkeletonGroup>
      )}
    </AuthLayout>
  )
}
