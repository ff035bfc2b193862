// The icon and the colours of each event type; no colour stands alone. Labels are in the domain.

import type { EventType } from '@gaffer/domain/event-type'
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

type Look = {
  Icon: LucideIcon
  /** Background and text of a small filled label. */
  chip: string
  /** Colour of an icon on the page's background. */
  mark: string
  markBg: string
}

export const eventLooks: Record<EventType, Look> = {
  practice: look(Repeat2, 'bg-practice-chip text-practice-ink', 'text-practice-mark', 'bg-practice-mark'),
  gig: look(Guitar, 'bg-gig-chip text-gig-ink', 'text-gig-mark', 'bg-gig-mark'),
  public_gig: look(Megaphone, 'bg-gig-chip text-gig-ink', 'text-gig-mark', 'bg-gig-mark'),
  festival: look(Tent, 'bg-festival-chip text-festival-ink', 'text-festival-mark', 'bg-festival-mark'),
  unavailable: look(Ban, 'bg-unavailable-chip text-unavailable-ink', 'text-unavailable-mark', 'bg-unavailable-mark'),
  rehearsal: look(Music2, 'bg-rehearsal text-on-legacy', 'text-text', 'bg-rehearsal'),
  recording: look(Disc3, 'bg-recording text-on-legacy', 'text-text', 'bg-recording'),
  meeting: look(Users, 'bg-meeting text-on-legacy', 'text-text', 'bg-meeting'),
  other: look(CalendarClock, 'bg-other text-on-other', 'text-text', 'bg-other'),
}

export function EventIcon({ type, className = 'size-5' }: { type: EventType; className?: string }) {
  const { Icon } = eventLooks[type]
  return <Icon aria-hidden="true" className={className} />
}

function look(Icon: LucideIcon, chip: string, mark: string, markBg: string): Look {
  return { Icon, chip, mark, markBg }
}
