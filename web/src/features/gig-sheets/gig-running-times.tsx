// The running times of a gig in two columns.

import { formatTime } from '@gaffer/domain/shared/dates'
import type { GigSheet } from '@gaffer/domain/gig-sheets/gig-sheet'
import { clsx } from 'clsx'

type Props = {
  times: GigSheet['times']
  /** The index of the next time, which is marked; null to mark none. */
  next?: number | null
  /** `large` can be read at arm's length. */
  size?: 'normal' | 'large'
}

export function GigRunningTimes({ times, next = null, size = 'normal' }: Props) {
  return (
    <ol
      aria-label="Running times"
      className={clsx('grid grid-cols-1', size === 'large' ? 'gap-y-1 text-2xl font-semibold' : 'gap-y-1.5 text-lg')}
    >
      {times.map(({ time, label }, index) => (
        <li
          // The index is the key, because both labels and times may repeat.
          // oxlint-disable-next-line react/no-array-index-key -- the list is never reordered in place
          key={index}
          {...(index === next && { 'aria-current': 'step' as const })}
          className={clsx(
            'flex flex-wrap items-baseline gap-x-4',
            next !== null && index < next && 'text-faint',
            index === next && 'text-accent',
          )}
        >
          <span className={clsx('shrink-0 tabular-nums', size === 'large' ? 'w-32' : 'w-24')}>{formatTime(time)}</span>
          <span className="min-w-0 flex-1 basis-32 break-words">{label}</span>
        </li>
      ))}
    </ol>
  )
}
