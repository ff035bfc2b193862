// The front door: what Gaffer is, shown rather than told, and the one way in.

import { Link } from '@tanstack/react-router'
import { Logo } from '#brand/logo.tsx'
import { Stage } from '#brand/stage.tsx'
import { Tape } from '#brand/tape.tsx'
import { buttonLook } from '#ui/button.tsx'
import { Blurbs } from './blurbs.tsx'
import { MonthPicture } from './month-picture.tsx'
import './landing.css'

export function LandingPage() {
  return (
    <Stage>
      <header className="mx-auto flex max-w-7xl items-center px-safe py-4 md:px-8 xl:px-12 xl:py-7">
        <Logo />
      </header>
      <main>
        <section className="mx-auto grid max-w-7xl grid-cols-1 items-center gap-12 px-safe pt-6 pb-16 md:px-8 xl:grid-cols-[1.08fr_1fr] xl:gap-16 xl:px-12 xl:pt-10 xl:pb-28">
          <div>
            <h1 tabIndex={-1} className="hero font-bold outline-none">
              <span className="block">Keeping </span>
              <span className="block">
                <Tape className="-rotate-2 leading-none!">LIVE</Tape> Music{' '}
              </span>
              <span className="block">
                <Tape className="rotate-1 leading-none!">ALIVE</Tape>
              </span>
            </h1>
            <p className="mt-7 max-w-lg text-lg text-pretty text-muted xl:mt-9 xl:text-xl">
              One calendar, one practice list, one place for the whole band. So the gig everybody said yes to is the gig
              everybody turns up to.
            </p>
            <Link to="/login" className={`${buttonLook()} mt-8 min-h-14! w-full px-8! text-lg! sm:w-auto`}>
              Sign In to Your Band
            </Link>
            <p className="mt-4 text-center text-sm font-medium text-muted sm:text-left">
              Invitation required • UK bands only
            </p>
          </div>
          <MonthPicture />
        </section>
        <Blurbs />
      </main>
      <footer className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-hairline px-safe py-8 text-sm text-faint md:px-8 xl:px-12">
        <p>© 2025 Gaffer</p>
        <p>Made for bands who load their own van</p>
      </footer>
    </Stage>
  )
}
