import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { useParams, Link, useNavigate } from '@tanstack/react-router'
import { monogramOf } from '@gaffer/domain/bands/monogram'
import type { InvitationPreview } from '@gaffer/domain/invitations/invitation'
import { messages } from '@gaffer/domain/shared/messages'
import { useState } from 'react'
import { hasErrorCode, getErrorMessage } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { AuthLayout } from '#features/sign-in/auth-layout.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { buttonClassNameFor, Button } from '#ui/button.tsx'
import { useChange } from '#offline/use-change.ts'
import { hasSessionHint } from '#features/sign-in/auth.ts'
import { selectJoinedBand } from '#features/bands/selected-band-store.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Card } from '#ui/card.tsx'

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

type ValidInvitationProps = { token: string; invitation: InvitationPreview }

/**
 * A valid invitation. A signed-in user joins at once; for other visitors the server keeps the invitation in a cookie until the phone is
 * verified.
 */
export function ValidInvitation({ token, invitation }: ValidInvitationProps) {
  const { accept, isBusy, problem } = useAcceptInvitation(token)
  const { band, invitedBy } = invitation
  return (
    <>
      <p className="mt-3 text-lg text-muted">
        {invitedBy ? `${invitedBy} has invited you` : 'You have been invited'} to{' '}
        {band ? (
          <>
            join <strong className="font-semibold text-text">{band.name}</strong> on Gaffer.
          </>
        ) : (
          'start a band on Gaffer.'
        )}
      </p>
      <Card className="mt-6 grid grid-cols-1 gap-4 p-5">
        {band && (
          <div className="flex items-center gap-4">
            <Avatar src={band.avatarUrl} color={band.color} size="xl">
              {monogramOf(band.name)}
            </Avatar>
            <p className="min-w-0 text-xl font-bold break-words">{band.name}</p>
          </div>
        )}
        <p className="font-medium">Joining requires phone verification</p>
        <p className="truncate text-xs text-faint">
          Invitation <span className="font-mono">{token}</span>
        </p>
      </Card>
      {problem && (
        <div className="mt-4">
          <Banner tone="danger" role="alert">
            {problem}
          </Banner>
        </div>
      )}
      <div className="mt-6 grid gap-3">
        <Button isWide isBusy={isBusy} onClick={() => void accept()}>
          Accept Invitation
        </Button>
        <Link to="/" className={buttonClassNameFor({ variant: 'quiet' })}>
          Not interested
        </Link>
      </div>
    </>
  )
}

function useAcceptInvitation(token: string) {
  const navigate = useNavigate()
  const join = useChange('POST /api/invites/:token/accept', { changes: 'members', failure: null })
  const hold = useChange('POST /auth/invite', { changes: 'nothing', failure: null })
  const [problem, setProblem] = useState<string>()

  async function joinAtOnce() {
    const { bandId } = await join.mutateAsync({ params: { token } })
    if (!bandId) return navigate({ to: '/onboarding' })
    selectJoinedBand(bandId)
    return navigate({ to: '/dashboard' })
  }

  async function holdForSignIn() {
    await hold.mutateAsync({ body: { token } })
    return navigate({ to: '/login' })
  }

  async function accept() {
    setProblem(undefined)
    try {
      if (!hasSessionHint()) return await holdForSignIn()
      return await joinAtOnce().catch((error: unknown) => {
        // The session has ended, so the visitor has to sign in first.
        if (hasErrorCode(error, 'not_signed_in')) return holdForSignIn()
        throw error
      })
    } catch (error) {
      setProblem(
        hasErrorCode(error, 'not_found')
          ? invitationMessages.invitationDead
          : getErrorMessage(error, messages.tryAgain),
      )
    }
  }

  return { accept, isBusy: join.isPending || hold.isPending, problem }
}
