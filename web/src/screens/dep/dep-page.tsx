// The page of the link in a dep's texts. It needs no account.

import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { hasErrorCode } from '#lib/api-error.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { moveFocusOnRemoval } from '#ui/keep-focus.ts'
import { AuthLayout } from '#features/sign-in/auth-layout.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { DepLinkView } from './dep-link-view.tsx'

export function DepPage() {
  const { token } = useParams({ from: '/cached/dep/$token' })
  const read = useEndpoint('GET /api/dep-links/:token', { params: { token } })
  const link = read.data
  const [isDeleted, setDeleted] = useState(false)
  useEffect(moveFocusOnRemoval, [])
  if (isDeleted) return <Page title={depMessages.deleted} text={depMessages.deletedText} />
  if (hasErrorCode(read.error, 'not_found'))
    return <Page title={depMessages.linkDead} text={depMessages.linkDeadText} />
  if (link) {
    return (
      <Page title={link.isStale ? depMessages.askedAgain : depMessages.linkTitles[link.state]}>
        <DepLinkView token={token} link={link} onDeleted={() => setDeleted(true)} />
      </Page>
    )
  }
  return (
    <Page title={depMessages.linkTitles.asked}>
      <QueryState
        query={read}
        fallback={depMessages.linkNotRead}
        loading={
          <SkeletonGroup label="Loading the gig">
            <Skeleton className="mt-4 h-12" />
            <Skeleton className="mt-6 h-48" />
          </SkeletonGroup>
        }
      />
    </Page>
  )
}

function Page({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <AuthLayout>
      <h1 tabIndex={-1} aria-live="polite" className="text-3xl font-bold tracking-tight break-words outline-none">
        {title}
      </h1>
      {text && <p className="mt-3 text-lg text-muted">{text}</p>}
      {children}
    </AuthLayout>
  )
}
