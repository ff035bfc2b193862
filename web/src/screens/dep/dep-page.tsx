import { depMessages } from '@gaffer/domain/dep-messages'
import { useParams } from '@tanstack/react-router'
import { useDepLink } from '#api/deps.ts'
import { AuthLayout } from '#components/auth-layout.tsx'
import { getErrorMessage, hasCode } from '#lib/api-error.ts'
import { ErrorState } from '#ui/empty-and-error-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'

export function DepPage() {
  const { token } = useParams({ from: '/cached/dep/$token' })
  const { data: link, error, refetch, isFetching } = useDepLink(token)
  if (hasCode(error, 'not_found')) return <Layout title={depMessages.linkDead} />
  if (link) return <Layout title={link.isStale ? depMessages.askedAgain : depMessages.linkTitles[link.state]} />
  return (
    <Layout title="">
      {error ? (
        <ErrorState
          text={getErrorMessage(error, 'The gig could not be loaded.')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <SkeletonGroup>
          <Skeleton className="mt-4 h-40" />
        </SkeletonGroup>
      )}
    </Layout>
  )
}

function Layout({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <AuthLayout>
      <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight outline-none">
        {title}
      </h1>
      {children}
    </AuthLayout>
  )
}
