// An entry drawn in the grid: a chip with its title, or a bar across its days. Days away are hatched.
// Only a picture for eyes and pointers: in words, the cells of its days tell it.

import type { EventType } from '@gaffer/domain/event-type'
import { clsx } from 'clsx'
import { eventLooks } from '#components/event-type-styles.tsx'
import { eventBarText, eventShortTime, eventSpokenText } from '#components/format-event.ts'
import { SpriteIcon } from './event-sprite.tsx'
import type { Placed } from './month-layout.ts'

type Props = { placed: Placed; date: string; isWide: boolean }

export function EventBar({ placed, date, isWide }: Props) {
  const { event, lane, column, span } = placed
  const isAway = event.type === 'unavailable'
  const words = (isWide || span > 1) && [isWide && eventShortTime(event), eventBarText(event)].filter(Boolean).join(' ')
  const content = (
    <>
      <SpriteIcon type={event.type} className={isWide ? 'size-3.5 shrink-0' : 'size-3 shrink-0'} />
      {words && <span className="truncate">{words}</span>}
    </>
  )
  return (
    <span
      data-date={date}
      data-event={event.id}
      data-tip={eventSpokenText(event)}
      style={{ gridColumn: `${column + 1} / span ${span}`, gridRow: lane + 1 }}
      className={clsx(
        'flex min-w-0 items-center overflow-hidden text-xs font-medium',
        // On a phone a finger means the day beneath.
        isWide ? 'pointer-events-auto h-5.5 cursor-pointer hover:brightness-110' : 'h-3.5',
        edgesOf(placed),
        isAway ? 'hatched border border-unavailable-mark bg-unavailable-chip' : fillOf(event.type, placed, isWide),
      )}
    >
      {/* Stripes make poor paper: the words stand on their own ground. */}
      {isAway ? <span className={clsx(insideLook(isWide), awayInk)}>{content}</span> : content}
    </span>
  )
}

const awayInk =
  'h-full bg-unavailable-chip text-unavailable-ink forced-colors:bg-[Canvas] forced-colors:text-[CanvasText]'

function edgesOf({ isOpening, isClosing }: Placed): string {
  return clsx(isOpening && 'ml-0.5 rounded-l-chip', isClosing && 'mr-0.5 rounded-r-chip')
}

function insideLook(isWide: boolean): string {
  return clsx('flex min-w-0 items-center gap-1', isWide ? 'px-1.5' : 'px-0.5 leading-3.5')
}

/** In a wide grid the full colour stands at the edge, as far as the chip is not of a full colour itself. */
function fillOf(type: EventType, { isOpening }: Placed, isWide: boolean): string {
  const { chip, mark } = eventLooks[type]
  return clsx(chip, insideLook(isWide), isWide && isOpening && 'border-l-3', edgeColors[mark], 'forced-colors:border')
}

const edgeColors: Record<string, string> = {
  'text-practice-mark': 'border-practice-mark',
  'text-gig-mark': 'border-gig-mark',
  'text-festival-mark': 'border-festival-mark',
  'text-text': 'border-transparent',
}
