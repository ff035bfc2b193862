import { notFoundTitle } from '@gaffer/domain/routes'
import { Link } from '@tanstack/react-router'
import { LogoMark } from '#brand/logo.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'

export function NotFoundPage() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 bg-bg p-6 text-center">
      <LogoMark className="mb-2 size-12" />
      <h1 tabIndex={-1} className="text-3xl font-bold tracking-tight outline-none">
        {notFoundTitle}
      </h1>
      <p className="max-w-sm text-muted">There is nothing here. The link may be old or mistyped.</p>
      <Link to="/" className={`${buttonClassNameFor()} mt-3`}>
        Go to the front page
      </Link>
    </main>
  )
}
