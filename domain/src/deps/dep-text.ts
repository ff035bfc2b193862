// Texts to deps. Not in messages.ts: only the server writes texts, and every page downloads messages.ts.

import { eventTypeLabels, type EventType } from '@gaffer/domain/shared/event-type'
import { formatPounds } from '@gaffer/domain/shared/pounds'
import { nameIfAllowedInText } from '@gaffer/domain/shared/names-in-messages'
import { shortDateAndTime } from '@gaffer/domain/shared/short-dates'
import { countSmsSegments, transliterateToGsm } from '@gaffer/domain/messages/sms-segments'

export const depTextKinds = ['asked', 'moved', 'cancelled', 'restored', 'released', 'withdrawn'] as const
/**
 * `restored` says that a cancelled gig is on again. `released` goes to the dep who said Yes, `withdrawn` to the deps who were asked and had
 * not answered. Deps who were too late get no text: their link says so.
 */
export type DepTextKind = (typeof depTextKinds)[number]

export type DepTextContent = {
  kind: DepTextKind
  bandName: string
  /** Display name of the member who asked; null once the member has left the band, and for a deleted dep. */
  askedBy: string | null
  /** Null for a deleted dep. Texts of the kinds `cancelled`, `released` and `withdrawn` name no instrument. */
  instrument: string | null
  event: {
    type: EventType
    title: string | null
    date: string
    endDate: string | null
    startTime: string | null
    isAllDay: boolean
    /** Venue or location. */
    place: string | null
  }
  feePence: number | null
  /** The dep's link, null for a deleted dep. Texts of the kinds `asked`, `moved` and `restored` end with it. */
  link: string | null
}

/**
 * The text to a dep. The kind `asked` says who asks, what, when, where, the fee and the link; other kinds say what changed. The text has
 * the fewest segments possible: to fit, the event's title, then the member's name are left out. Names have only the
 * characters that texts allow; a band name that is not allowed becomes "A band".
 */
export function formatDepText(content: DepTextContent): string {
  const variants = [
    { withTitle: true, withMember: true },
    { withTitle: false, withMember: true },
    { withTitle: false, withMember: false },
  ].map((options) => composeDepText(content, options))
  const fewest = Math.min(...variants.map(countSmsSegments))
  return variants.find((text) => countSmsSegments(text) === fewest) as string
}

function composeDepText(content: DepTextContent, options: { withTitle: boolean; withMember: boolean }): string {
  const { event, feePence, kind, link } = content
  const band = nameForText(content.bandName) ?? 'A band'
  const member = options.withMember && content.askedBy !== null ? nameForText(content.askedBy) : null
  const title = options.withTitle && event.title !== null ? nameForText(event.title) : null
  const type = eventTypeLabels[event.type].toLowerCase()
  const when = transliterateToGsm(shortDateAndTime(event))
  const where = event.place === null ? null : placeInText(event.place)
  const instrument = (content.instrument && nameForText(content.instrument)) ?? 'with us'
  if (kind === 'asked') {
    const details = [`${title ?? type} ${when}`, where, feePence === null ? null : formatPounds(feePence)]
    const asker = member === null ? band : `${member} of ${band}`
    return `${asker}: can you play ${instrument}? ${details.filter(Boolean).join(', ')}. ${link}`
  }
  const what = title ?? `the ${type}`
  if (kind === 'moved' || kind === 'restored') {
    const details = [when, where].filter(Boolean).join(', ')
    return `${band}: ${what} ${changeWords[kind](details)}. Can you still play ${instrument}? ${link}`
  }
  return `${band}: ${endWords[kind](`${what} on ${when}`)}`
}

const changeWords = {
  moved: (details: string) => `is now ${details}`,
  restored: (details: string) => `is on again: ${details}`,
}

const endWords = {
  cancelled: (what: string) => `${what} is cancelled. Sorry!`,
  released: (what: string) => `you are no longer needed for ${what}. Thank you!`,
  withdrawn: (what: string) => `no dep is needed any more for ${what}. Thank you!`,
}

function nameForText(name: string): string | null {
  const allowed = nameIfAllowedInText(name)
  return allowed === null ? null : transliterateToGsm(allowed)
}

/**
 * The address up to its first comma or line break, without punctuation, so that it contains no link: "St Mary's Hall" for "St. Mary's Hall,
 * Leeds".
 */
function placeInText(place: string): string | null {
  const first = place.split(/[,\n]/).find((part) => part.trim() !== '') ?? ''
  return nameForText(first.replaceAll(/[^\p{L}\p{M}\p{Nd} '’&-]+/gu, ' '))
}
