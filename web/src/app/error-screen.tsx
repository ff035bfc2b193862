// The last resort: a page that could not be fetched or drawn. Starting afresh also picks up a newer version.

import { buttonClassName } from '#ui/button.tsx'

const look = 'grid place-content-center justify-items-center gap-3 bg-bg p-6 text-center'

export function ErrorScreen() {
  return (
    <main className={`${look} min-h-dvh`}>
      <Failure />
    </main>
  )
}

/** Inside the shell, which has a main element already. */
export function PageErrorScreen() {
  return (
    <div className={`${look} min-h-[60dvh]`}>
      <Failure />
    </div>
  )
}

function Failure() {
  return (
    <>
      <h1 tabIndex={-1} className="text-2xl font-bold">
        Something went wrong
      </h1>
      <p className="max-w-sm text-muted">This page could not be shown. Check your signal and try again.</p>
      <button type="button" className={buttonClassName()} onClick={() => location.reload()}>
        Try Again
      </button>
    </>
  )
}
