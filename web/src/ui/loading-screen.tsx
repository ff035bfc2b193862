// The full-screen wait, for signing in and for redirects only. Inside a page, use skeletons.

import { Spinner } from './spinner.tsx'

const look = 'grid place-content-center justify-items-center gap-4 bg-bg p-6 text-muted'

export function LoadingScreen({ text = 'Loading...' }: { text?: string }) {
  return (
    <main className={`${look} min-h-dvh`}>
      <Spinner className="size-8 text-accent" />
      <output>{text}</output>
    </main>
  )
}

/** While a page's script is on its way, inside the shell, which has a main element already. */
export function PageLoading() {
  return (
    <div className={`${look} min-h-[60dvh]`}>
      <Spinner className="size-8 text-accent" />
      <output>Loading...</output>
    </div>
  )
}
