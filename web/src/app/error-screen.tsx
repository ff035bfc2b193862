// What stands in place of a page whose chunk, guard or loader failed, or that threw while it was drawn.

import type { ErrorComponentProps } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiError, NetworkError } from '#lib/api-error.ts'
import { Button, buttonClassName } from '#ui/button.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'

const ProfileFailureScreen = lazy(() =>
  import('./profile-failure-screen.tsx').then((module) => ({ default: module.ProfileFailureScreen })),
)

const className = 'grid place-content-center justify-items-center gap-3 bg-bg p-6 text-center'

export function ErrorScreen({ error }: ErrorComponentProps) {
  return (
    <main className={`${className} min-h-dvh`}>
      <Failure error={error} />
    </main>
  )
}

/** Inside the layout's own main element. */
export function PageErrorScreen({ error }: ErrorComponentProps) {
  return (
    <div className={`${className} min-h-[60dvh]`}>
      <Failure error={error} />
    </div>
  )
}

/** For the guard: the account could not be read, or its chunk could not. */
export function AuthErrorScreen(props: ErrorComponentProps) {
  const isFailedCall = props.error instanceof ApiError || props.error instanceof NetworkError
  if (!isFailedCall) return <ErrorScreen {...props} />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ProfileFailureScreen />
    </Suspense>
  )
}

function Failure({ error }: { error: unknown }) {
  return (
    <>
      <h1 tabIndex={-1} className="text-2xl font-bold">
        Something went wrong
      </h1>
      <p className="max-w-sm text-muted">This page could not be shown. Check your signal and try again.</p>
      {/* A reload also fetches chunks of a newer version. */}
      <button type="button" className={buttonClassName()} onClick={() => location.reload()}>
        Try Again
      </button>
      <Report error={error} />
    </>
  )
}

function Report({ error }: { error: unknown }) {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    const { copyErrorReport } = await import('./error-report.ts')
    setCopied(await copyErrorReport(error))
  }

  return (
    <>
      <Button variant="secondary" onClick={() => void copy()}>
        Copy error report
      </Button>
      <output className="min-h-6 text-sm text-muted">
        {isCopied && 'Copied. Send it to the person who runs Gaffer for you.'}
      </output>
    </>
  )
}
