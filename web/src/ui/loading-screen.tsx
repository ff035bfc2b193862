// The full-screen wait, for signing in and for redirects only. Inside a page, use skeletons.

import { Spinner } from './spinner.tsx'

export function LoadingScreen({ text = 'Loading...' }: { text?: string }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-bg p-6 text-muted">
      <Spinner className="size-8! text-accent" />
      <output>{text}</output>
    </main>
  )
}
