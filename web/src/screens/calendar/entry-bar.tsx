// An entry drawn in the grid: a chip with its title, or a bar across its days. Days away are hatched.
// Only a picture for eyes and pointers: in words, the cells of its days tell it.

import type { Event } from '@gaffer/domain/event'
import { clsx } from 'clsx'
import { EventIcon, eventLooks } from '#parts/event-look.tsx'
import { barText, shortTimeOf, spokenEntry } from './entry-words.ts'
import type { Placed } from './month-layout.ts'

type Props = { placed: Placed; date: string; isWide: boolean }

export function EntryBar({ placed: { event, lane, column, span, isOpening, isClosing }, date, isWide }: Props) {
  const isAway = event.type === 'unavailable'
  const { chip } = eventLooks[event.type]
  return (
    <span
      data-date={date}
      data-event={event.id}
      title={spokenEntry(event)}
      style={{ gridColumn: `${column + 1} / span ${span}`, gridRow: lane + 1 }}
      className={clsx(
        'flex min-w-0 items-center overflow-hidden text-xs font-medium',
        // On a phone a finger means the day beneath.
        isWide ? 'pointer-events-auto h-5.5 cursor-pointer hover:brightness-110' : 'h-3.5',
        isOpening ? 'ml-0.5 rounded-l-chip' : 'rounded-l-none',
        isClosing ? 'mr-0.5 rounded-r-chip' : 'rounded-r-none',
        isAway ? 'hatched border border-unavailable-mark bg-unavailable-chip' : chip,
        !isAway && 'forced-colors:border',
      )}
    >
      {isWide && !isAway && isOpening && (
        <span className={clsx('h-full w-0.75 shrink-0', eventLooks[event.type].markBg)} />
      )}
      <span
        className={clsx(
          'flex h-full min-w-0 items-center gap-1',
          isWide ? 'px-1.5' : 'px-0.5 leading-3.5',
          // Stripes make poor paper: the words stand on their own ground.
          isAway && 'bg-unavailable-chip text-unavailable-ink',
        )}
      >
        <EventIcon type={event.type} className={isWide ? 'size-3.5 shrink-0' : 'size-3 shrink-0'} />
        {(isWide || span > 1) && <Words event={event} withTime={isWide} />}
      </span>
    </span>
  )
}

function Words({ event, withTime }: { event: Event; withTime: boolean }) {
  const time = withTime ? shortTimeOf(event) : null
  return (
    <span className="truncate">
      {time && <span className="font-normal">{time} </span>}
      {barText(event)}
    </span>
  )
}
