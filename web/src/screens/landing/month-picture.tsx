// Static picture of a month in which the drummer's holiday clashes with a festival.

import { clsx } from 'clsx'
import { Ban, Megaphone, Repeat2, Tent, TriangleAlert } from 'lucide-react'
import { TapeLabel } from '#brand/tape-label.tsx'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const mondays = [4, 11, 18]
const today = 6
// Danny's holiday by the Monday of each week: the column where it starts, and the number of days.
const awayByMonday: Record<number, [from: number, days: number]> = { 11: [2, 5], 18: [0, 2] }

type Bar = { from: number; days: number; label: string; look: string; Icon: typeof Tent }

const practice = { days: 1, label: 'Practice', look: 'bg-practice-chip text-practice-ink', Icon: Repeat2 }
const barsByMonday: Record<number, Bar[]> = {
  4: [{ ...practice, from: 3 }],
  11: [{ from: 4, days: 3, label: 'Greenfield', look: 'bg-festival-chip text-festival-ink', Icon: Tent }],
  18: [
    { ...practice, from: 3 },
    { from: 5, days: 1, label: 'Gig', look: 'bg-gig-chip text-gig-ink', Icon: Megaphone },
  ],
}

export function MonthPicture() {
  return (
    <figure className="relative mx-auto w-full max-w-md xl:max-w-none xl:rotate-[1.5deg]">
      <figcaption className="sr-only">
        A month in Gaffer: practices on Thursdays, a festival from Friday to Sunday, and across it the drummer's
        holiday, hatched. Gaffer says that they clash.
      </figcaption>
      <TapeLabel className="absolute -top-4 left-1/2 z-10 h-8 w-28 -translate-x-1/2 -rotate-3 opacity-95" />
      <div
        aria-hidden="true"
        className="overflow-hidden rounded-sheet border border-hairline bg-surface shadow-[0_30px_80px_rgb(0_0_0/0.6)]"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-3 px-5 pt-6 pb-3">
          <p className="text-xl font-bold">August 2025</p>
          <p className="text-sm text-muted">The Late Shift</p>
        </div>
        <div className="grid grid-cols-7 border-b border-hairline pb-1.5 text-center text-xs font-semibold text-faint">
          {weekdays.map((day) => (
            <span key={day}>{day.charAt(0)}</span>
          ))}
        </div>
        {mondays.map((monday) => (
          <Week key={monday} monday={monday} bars={barsByMonday[monday] ?? []} />
        ))}
        <ClashMark />
      </div>
    </figure>
  )
}

function Week({ monday, bars }: { monday: number; bars: Bar[] }) {
  const away = awayByMonday[monday]
  return (
    <div className="relative grid grid-cols-7 border-b border-hairline">
      {weekdays.map((day, at) => (
        <span key={day} className={clsx('h-18 border-hairline pt-1.5 text-center xl:h-22', at > 0 && 'border-l')}>
          <span
            className={clsx(
              'inline-grid size-6 place-content-center rounded-full text-xs font-semibold tabular-nums',
              monday + at === today ? 'bg-text text-bg' : 'text-muted',
            )}
          >
            {monday + at}
          </span>
        </span>
      ))}
      {away && (
        <span
          style={computeBarStyle(...away)}
          className={clsx(
            'hatched absolute top-8.5 bottom-1 opacity-80 xl:top-9.5',
            away[0] > 0 ? 'rounded-l-chip' : 'rounded-r-chip',
          )}
        />
      )}
      {bars.map(({ from, days, label, look, Icon }) => (
        <span
          key={from}
          style={computeBarStyle(from, days)}
          className={clsx(
            'absolute top-10 flex h-5.5 items-center justify-center gap-1 rounded-chip px-1 text-xs font-semibold xl:top-12 xl:h-7',
            look,
          )}
        >
          <Icon className="size-3.5 shrink-0" />
          {days > 1 && <span className="truncate">{label}</span>}
        </span>
      ))}
    </div>
  )
}

function computeBarStyle(from: number, days: number) {
  return { left: `calc(${(from / 7) * 100}% + 2px)`, width: `calc(${(days / 7) * 100}% - 4px)` }
}

function ClashMark() {
  return (
    <div className="grid gap-2.5 bg-raised px-5 py-4">
      <p className="flex items-center gap-3">
        <TriangleAlert className="size-5 shrink-0 text-warn" />
        <span className="font-semibold">Danny is away for Greenfield Festival</span>
      </p>
      <p className="flex flex-wrap items-center gap-2 pl-8 text-sm text-muted">
        <span className="inline-flex items-center gap-1.5 rounded-chip bg-unavailable-chip px-2 py-0.5 font-semibold text-unavailable-ink">
          <Ban className="size-3.5" />
          Wed 13 to Tue 19
        </span>
        Drums. Best ask before you say yes.
      </p>
    </div>
  )
}
