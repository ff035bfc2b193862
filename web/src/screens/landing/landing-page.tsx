import { Link } from '@tanstack/react-router'
import { Logo } from '#brand/logo.tsx'
import { SpotlightBackground } from '#brand/spotlight-background.tsx'
import { TapeLabel } from '#brand/tape-label.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'
import { FeatureCards } from './feature-cards.tsx'
import { MonthPicture } from './month-picture.tsx'
import './landing.css'

export function LandingPage() {
  return (
    <SpotlightBackground>
      <header className="mx-auto flex max-w-7xl items-center px-safe py-4 md:px-8 xl:px-12 xl:py-7">
        <Logo />
      </header>
      <main>
        <section className="mx-auto grid max-w-7xl grid-cols-1 items-center gap-12 px-safe pt-6 pb-16 md:px-8 xl:grid-cols-[1.08fr_1fr] xl:gap-16 xl:px-12 xl:pt-10 xl:pb-28">
          <div className="min-w-0">
            <h1 tabIndex={-1} className="hero font-bold outline-none">
              <span className="block">Keeping </span>
              <span className="block text-nowrap">
                <TapeLabel className="-rotate-2 leading-none">LIVE</TapeLabel> Music{' '}
              </span>
              <span className="block">
                <TapeLabel className="rotate-1 leading-none">ALIVE</TapeLabel>
              </span>
            </h1>
            <p className="mt-7 max-w-lg text-lg text-pretty text-muted xl:mt-9 xl:text-xl">
              One calendar, one practice list, one place for the whole band. So the gig everybody said yes to is the gig
              everybody turns up to.
            </p>
            <Link to="/login" className={`${buttonClassNameFor({ size: 'lg' })} mt-8 w-full sm:w-auto`}>
              Sign In to Your Band
            </Link>
            <p className="mt-4 text-center text-sm font-medium text-muted sm:text-left">
              Invitation required • UK bands only
            </p>
          </div>
          <MonthPicture />
        </section>
        <FeatureCards />
      </main>
      <footer className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-hairline px-safe py-8 text-sm text-faint md:px-8 xl:px-12">
        <p>© 2025 Gaffer</p>
        <p>Made for bands who load their own van</p>
      </footer>
    </SpotlightBackground>
  )
}
