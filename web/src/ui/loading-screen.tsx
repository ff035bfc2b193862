// The full-screen loading page, for signing in and redirects only. Inside a page, use skeletons.

import { clsx } from 'clsx'
import { LiveRegionText } from './live-text.tsx'
import { Spinner } from './spinner.tsx'

const className = 'grid place-content-center justify-items-center gap-4 bg-bg p-6 text-muted'

export function LoadingScreen({ text = 'Loading...' }: { text?: string }) {
  return (
    <main className={clsx(className, 'min-h-dvh')}>
      <LoadingSpinner text={text} />
    </main>
  )
}

/** Shown inside the app layout, which has the main element, while the chunk of a page loads. */
export function PageLoading() {
  return (
    <div className={clsx(className, 'min-h-[60dvh]')}>
      <LoadingSpinner text="Loading..." />
    </div>
  )
}

function LoadingSpinner({ text }: { text: string }) {
  return (
    <>
      <Spinner className="size-8 text-accent" />
      <LiveRegionText text={text} className="min-h-6" />
    </>
  )
}
