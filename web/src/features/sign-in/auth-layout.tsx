// The layout of pages without navigation: sign-in, invitation, new band.

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '#brand/logo.tsx'
import { SpotlightBackground } from '#brand/spotlight-background.tsx'

export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <SpotlightBackground className="flex flex-col">
      <header className="mx-auto w-full max-w-md px-safe py-4">
        <Link to="/" aria-label="Gaffer, front page" className="inline-flex min-h-11 items-center">
          <Logo />
        </Link>
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col px-safe pt-4 pb-12 md:justify-center md:pt-0 md:pb-28">
        {children}
      </main>
    </SpotlightBackground>
  )
}
