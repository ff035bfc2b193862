// The icon and the colour classes of each event type. The colours are in app/tokens.css, the labels in
// domain/shared/event-type.ts.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { EventType } from '@gaffer/domain/shared/event-type'
import {
  Ban,
  CalendarClock,
  Disc3,
  Guitar,
  Megaphone,
  Music2,
  Repeat2,
  Tent,
  Users,
  type LucideIcon,
} from 'lucide-react'

type EventTypeStyle = {
  Icon: LucideIcon
  /** Classes for the background and the text of a small filled label. */
  chip: string
  /** Class for text in the event type's colour on the page's background. */
  ink: string
  /** Class for an icon in the event type's colour on the page's background. */
  mark: string
  /** Class for a dot or a stripe in the event type's full colour. */
  markBg: string
  /** Class for a border in the event type's full colour. */
  edge: string
  /** Classes for a very small icon: the background in the event type's full colour, because a tint would be too weak, and the icon's colour. */
  solid: string
}

export const eventTypeStyles: Record<EventType, EventTypeStyle> = {
  practice: makeFullStyle(
    Repeat2,
    'bg-practice-chip text-practice-ink',
    'text-practice-mark',
    'bg-practice-mark',
    'border-practice-mark',
  ),
  gig: makeFullStyle(Guitar, 'bg-gig-chip text-gig-ink', 'text-gig-mark', 'bg-gig-mark', 'border-gig-mark'),
  public_gig: makeFullStyle(Megaphone, 'bg-gig-chip text-gig-ink', 'text-gig-mark', 'bg-gig-mark', 'border-gig-mark'),
  festival: makeFullStyle(
    Tent,
    'bg-festival-chip text-festival-ink',
    'text-festival-mark',
    'bg-festival-mark',
    'border-festival-mark',
  ),
  unavailable: makeFullStyle(
    Ban,
    'bg-unavailable-chip text-unavailable-ink',
    'text-unavailable-mark',
    'bg-unavailable-mark',
    'border-unavailable-mark',
  ),
  rehearsal: makeTintedStyle(Music2, '[--tint:var(--rehearsal)]', 'bg-rehearsal', 'border-rehearsal', 'text-on-legacy'),
  recording: makeTintedStyle(Disc3, '[--tint:var(--recording)]', 'bg-recording', 'border-recording', 'text-on-legacy'),
  meeting: makeTintedStyle(Users, '[--tint:var(--meeting)]', 'bg-meeting', 'border-meeting', 'text-on-legacy'),
  other: makeTintedStyle(CalendarClock, '[--tint:var(--other)]', 'bg-other', 'border-other', 'text-on-other'),
}

/** Classes of a pencilled event: a dashed outline. */
const dashedClassName = 'border-[1.5px] border-dashed bg-transparent'
/** Class of the outline, icon and stripe of a cancelled event. The caller strikes the text through. */
export const cancelledEventClassName = 'opacity-40'

type EventStyleInput = Pick<CalendarEntry, 'type' | 'status'>

/** Classes of the event's chip, tile or bar: filled with the type's colour if confirmed, a dashed outline if tentative, a solid grey one if cancelled. */
export function eventChipClassNameFor({ type, status }: EventStyleInput): string {
  const { chip, ink, edge } = eventTypeStyles[type]
  if (status === 'tentative') return `${dashedClassName} ${edge} ${ink}`
  return status === 'cancelled' ? 'border border-hairline bg-transparent text-faint' : chip
}

/** Classes of an icon in the type's full colour, by the event's status. */
export function eventSolidIconClassNameFor({ type, status }: EventStyleInput): string {
  const { solid, edge, mark } = eventTypeStyles[type]
  if (status === 'tentative') return `${dashedClassName} ${edge} ${mark}`
  return status === 'cancelled' ? `${solid} ${cancelledEventClassName}` : solid
}

/** Classes of an event's name: struck through if the event is cancelled. */
export function eventNameClassNameFor({ status }: Pick<CalendarEntry, 'status'>): string {
  return status === 'cancelled' ? 'line-through text-faint' : ''
}

export function EventTypeIcon({ type, className = 'size-5' }: { type: EventType; className?: string }) {
  const { Icon } = eventTypeStyles[type]
  return <Icon aria-hidden="true" className={className} />
}

function makeFullStyle(Icon: LucideIcon, chip: string, mark: string, markBg: string, edge: string): EventTypeStyle {
  const ink = chip.slice(chip.indexOf(' ') + 1)
  return { Icon, chip, ink, mark, markBg, edge, solid: `${markBg} text-bg` }
}

/** A style whose chip has only 20 % of the type's colour, because the full colour would stand out more than a gig. */
function makeTintedStyle(Icon: LucideIcon, tint: string, markBg: string, edge: string, ink: string): EventTypeStyle {
  const chip = `${tint} bg-[color-mix(in_srgb,var(--tint)_20%,var(--surface))] text-text`
  return { Icon, chip, ink: 'text-text', mark: 'text-text', markBg, edge, solid: `${markBg} ${ink}` }
}
