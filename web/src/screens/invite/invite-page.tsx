import { useParams } from '@tanstack/react-router'
import { hasErrorCode } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { AuthLayout } from '#features/sign-in/auth-layout.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { InvalidInvitation } from './invalid-invitation.tsx'
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
