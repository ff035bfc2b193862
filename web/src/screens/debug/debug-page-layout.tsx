// Layout and shared sections of the debug pages.

import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Logo } from '#brand/logo.tsx'
import type { MaskedCookie } from '#lib/debug-cookie.ts'
import { QueryState, type Read } from '#lib/query-state.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { useDebugCookies, useCurrentUserResponse } from '#features/sign-in/debug.ts'

type Props = { title: string; text: string; actions: ReactNode; children: ReactNode }

export function DebugPageLayout({ title, text, actions, children }: Props) {
  return (
    <div className="min-h-dvh bg-bg">
      <header className="mx-auto w-full max-w-3xl px-safe py-4">
        <Link to="/" aria-label="Gaffer, front page" className="inline-flex min-h-11 items-center">
          <Logo />
        </Link>
      </header>
      <main className="mx-auto grid w-full max-w-3xl gap-6 px-safe pt-2 pb-16">
        <div>
          <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight outline-none">
            {title}
          </h1>
          <p className="mt-1 text-muted">{text}</p>
        </div>
        {children}
        <div className="flex flex-wrap gap-3 max-sm:grid">{actions}</div>
      </main>
    </div>
  )
}

export function DebugPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" className="grid gap-3 p-5">
      <h2 className="font-bold">{title}</h2>
      {children}
    </Card>
  )
}

/** Names with their values, one below the other on a phone. */
export function NameValueList({ pairs, whenNone }: { pairs: readonly MaskedCookie[]; whenNone: string }) {
  if (pairs.length === 0) return <p className="text-muted">{whenNone}</p>
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
      {pairs.map(({ name, value }) => (
        <div key={name} className="sm:contents">
          <dt className="font-medium break-all">{name}</dt>
          <dd className="font-mono text-sm break-all text-muted sm:self-center">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function CookiesPanel({ session }: { session?: string | undefined }) {
  const cookiesQuery = useDebugCookies(session)
  return (
    <DebugPanel title="Cookies">
      <ReadSection read={cookiesQuery}>
        {({ cookies, isWhole }) => (
          <>
            <NameValueList pairs={cookies} whenNone="None." />
            {!isWhole && (
              <p className="text-sm text-muted">This server does not list the cookies that pages cannot read.</p>
            )}
          </>
        )}
      </ReadSection>
    </DebugPanel>
  )
}

export function CurrentUserPanel() {
  const me = useCurrentUserResponse()
  return (
    <DebugPanel title="Current user">
      <ReadSection read={me}>
        {({ status, body }) => (
          <>
            <p>
              <code>GET /api/me</code> answered <strong>{status}</strong>
            </p>
            <pre className="rounded-control bg-sunken p-3 text-sm break-all whitespace-pre-wrap text-muted">{body}</pre>
          </>
        )}
      </ReadSection>
    </DebugPanel>
  )
}

function ReadSection<T>({ read, children }: { read: Read<T>; children: (data: T) => ReactNode }) {
  return (
    <QueryState
      query={read}
      fallback="That could not be read."
      loading={
        <SkeletonGroup>
          <Skeleton className="h-12" />
        </SkeletonGroup>
      }
    >
      {children}
    </QueryState>
  )
}

/** Returns the query parameters of the page, and removes them from the address and its history entry: they may contain secrets. */
export function useConsumedUrlParameters(): Record<string, string> {
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location })
  const [parameters] = useState(() => Object.fromEntries(new URLSearchParams(searchStr)))
  const navigate = useNavigate()
  const isClean = searchStr === ''
  useEffect(() => {
    if (!isClean) void navigate({ to: pathname, search: {}, replace: true })
  }, [isClean, pathname, navigate])
  return parameters
}
