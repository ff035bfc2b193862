// Shown in place of a page whose chunk could not be loaded, or that threw an error.

import type { ErrorComponentProps } from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType } from 'react'
import { gafferProblemText, NetworkError, noConnectionText } from '#lib/api-error.ts'
import { readConnectionState } from '#lib/connection.ts'
import { buttonClassNameFor } from '#ui/button.tsx'

const ErrorReport = lazy<ComponentType<{ error: unknown }>>(() =>
  import('./error-report.tsx').then(
    (module) => ({ default: module.CopyErrorReportButton }),
    // If this chunk cannot be loaded, the network is the cause, and there is no error to report.
    () => ({ default: () => null }),
  ),
)

const className = 'grid place-content-center justify-items-center gap-3 bg-bg p-6 text-center'

export function ErrorScreen({ error }: ErrorComponentProps) {
  return (
    <main className={`${className} min-h-dvh`}>
      <FailureMessage error={error} />
    </main>
  )
}

/** The error screen of a page inside the app layout, which has the main element. */
export function PageErrorScreen({ error }: ErrorComponentProps) {
  return (
    <div className={`${className} min-h-[60dvh]`}>
      <FailureMessage error={error} />
    </div>
  )
}

function FailureMessage({ error }: { error: unknown }) {
  const isServerUnreachable = error instanceof NetworkError || readConnectionState().isLost
  return (
    <>
      <h1 tabIndex={-1} className="text-2xl font-bold">
        Something went wrong
      </h1>
      <p className="max-w-sm text-muted">
        This page could not be shown. {isServerUnreachable ? noConnectionText : gafferProblemText}
      </p>
      {/* A reload also fetches the chunks of a newer version. */}
      <button type="button" className={buttonClassNameFor()} onClick={() => location.reload()}>
        Try again
      </button>
      <Suspense>
        <ErrorReport error={error} />
      </Suspense>
    </>
  )
}
