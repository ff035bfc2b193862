import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CalendarCheck, Drum, Guitar, MicVocal, Piano, UserRoundPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Logo } from '#brand/logo.tsx'
import { SpotlightBackground } from '#brand/spotlight-background.tsx'
import { TapeLabel } from '#brand/tape-label.tsx'
import { buttonClassNameFor } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
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

function FeatureCards() {
  return (
    <section
      aria-label="What Gaffer does"
      className="drawn-when-near mx-auto grid max-w-7xl grid-cols-1 gap-14 px-safe pb-20 md:grid-cols-3 md:gap-8 md:px-8 xl:gap-12 xl:px-12 xl:pb-28"
    >
      <FeatureCard title="Smart Scheduling" picture={<AvailabilityPicture />}>
        Conflict detection and availability tracking. Days away show while you type the date, not the week before.
      </FeatureCard>
      <FeatureCard title="Song Management" picture={<SetlistPicture />}>
        The practice list everybody can see, with who has each song down and who is still working on it.
      </FeatureCard>
      <FeatureCard title="Band Collaboration" picture={<LineupPicture />}>
        Everybody in the band, in every band they play in, sharing one diary. One link lets a new member in.
      </FeatureCard>
    </section>
  )
}

function FeatureCard({ title, picture, children }: { title: string; picture: ReactNode; children: ReactNode }) {
  return (
    <article>
      <div aria-hidden="true" className="relative mb-6 grid h-56 place-items-center">
        {picture}
      </div>
      <h2 className="relative text-2xl font-bold tracking-tight">{title}</h2>
      <p className="mt-2 max-w-prose text-pretty text-muted">{children}</p>
    </article>
  )
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const answers = [
  { name: 'Ros', isAway: () => false },
  { name: 'Danny', isAway: (at: number) => at > 1 },
  { name: 'Kit', isAway: () => false },
  { name: 'Mags', isAway: (at: number) => at === 0 },
]

function AvailabilityPicture() {
  return (
    <Card className="w-full max-w-xs p-4">
      <p className="mb-3 flex items-center gap-2 text-sm font-semibold">
        <CalendarCheck className="size-4 text-success" />
        Tue works for everybody
      </p>
      {answers.map(({ name, isAway }) => (
        <div key={name} className="flex items-center gap-1 py-1">
          <span className="w-14 text-xs text-muted">{name}</span>
          {weekdays.map((day, at) => (
            <span
              key={day}
              className={clsx(
                'h-5 flex-1 rounded-[3px]',
                isAway(at) ? 'hatched' : 'bg-raised',
                at === 1 && 'outline-2 outline-success',
              )}
            />
          ))}
        </div>
      ))}
    </Card>
  )
}

const songs = [
  { title: 'Last Bus Home', status: 'Ready', look: 'bg-[#166534]' },
  { title: 'Kerosene Summer', status: 'Ready', look: 'bg-[#166534]' },
  { title: 'Nine Lives', status: 'Working', look: 'bg-[#92600a]' },
  { title: 'Saltwater', status: 'Not Ready', look: 'bg-[#b91c1c]' },
]

function SetlistPicture() {
  return (
    <div className="paper @container relative w-full max-w-68 -rotate-2 px-5 pt-6 pb-5">
      <TapeLabel className="absolute -top-3 left-6 h-6 w-20 -rotate-6" />
      <ol>
        {songs.map(({ title, status, look }, at) => (
          <li key={title} className="flex items-center gap-2 border-b border-[#17171d]/15 py-2 last:border-0">
            <span className="w-5 text-sm font-bold tabular-nums">{at + 1}</span>
            <span className="min-w-0 flex-1 text-sm font-bold tracking-tight uppercase">{title}</span>
            <span className={clsx('size-2.5 shrink-0 rounded-full', look)} />
            <span className="w-16 text-xs font-medium @max-[12rem]:hidden">{status}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const lineup = [
  { Icon: MicVocal, color: '#c2703d', tilt: '-rotate-3' },
  { Icon: Guitar, color: '#6b7f2a', tilt: 'translate-y-3 rotate-2' },
  { Icon: Drum, color: '#dc2626', tilt: '-translate-y-1 rotate-3' },
  { Icon: Piano, color: '#2563eb', tilt: 'translate-y-2 -rotate-2' },
]

function LineupPicture() {
  return (
    <div className="relative">
      <div className="flex justify-center gap-3">
        {lineup.map(({ Icon, color, tilt }) => (
          <span
            key={color}
            className={clsx('grid size-15 place-content-center rounded-card text-[#fff]', tilt)}
            style={{ backgroundColor: color }}
          >
            <Icon className="size-7" />
          </span>
        ))}
      </div>
      <div className="mt-7 flex items-center gap-2.5 rounded-full border border-dashed border-control px-4 py-2.5 text-sm text-muted">
        <UserRoundPlus className="size-4 text-accent" />
        Invite link, good for 7 days
      </div>
    </div>
  )
}
