// The title and body of every notice. They are not in messages.ts, which every page downloads, because only the server needs them.

import { answerLabels } from '@gaffer/domain/events/event-labels'
import type { AnswerValue } from '@gaffer/domain/events/event'
import type { ChangedPart, EventSnapshot } from '@gaffer/domain/events/event-change'
import { findChangedParts } from '@gaffer/domain/events/event-change'
import { eventPlace } from '@gaffer/domain/events/event-place'
import { eventTypeLabels, isGigOrFestival } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import {
  formatActorSentence,
  formatPlaceSentence,
  formatOptionDates,
  formatFirstDateSentence,
  formatLastDateSentence,
  formatNameAndWhen,
  nameOf,
  joinSentences,
  whenOf,
  type NoticeOptions,
  type SeriesDatesSummary,
} from './notice-words.ts'
import { formatNewsNotice, type NewsContent } from './news-words.ts'
import { shortDate, shortTimesOfMove, shortTime, shortDateAndTime } from '@gaffer/domain/shared/short-dates'

/**
 * `by` is the display name of the acting member, null for the server itself or an erased account. With `dates` the event is the
 * first of several events of a series, with `options` the first of several options of a group.
 */
export type NoticeContent =
  | {
      kind: 'event.added' | 'event.cancelled'
      event: EventSnapshot
      dates?: SeriesDatesSummary | undefined
      options?: NoticeOptions | undefined
      by: string | null
    }
  /** `before` is the event before the change that the notice reports. */
  | {
      kind: 'event.changed' | 'event.confirmed' | 'event.restored'
      before: EventSnapshot
      event: EventSnapshot
      dates?: SeriesDatesSummary | undefined
      by: string | null
    }
  /** `previousAnswer` is set if the event moved after the member's answer. `by` is null if the notice already says who changed the event. */
  | {
      kind: 'answer.asked'
      event: EventSnapshot
      dates?: SeriesDatesSummary | undefined
      options?: NoticeOptions | undefined
      by: string | null
      replyBy: string | null
      previousAnswer: AnswerValue | null
    }
  | {
      kind: 'answer.nudge'
      event: EventSnapshot
      options?: NoticeOptions | undefined
      by: string | null
      replyBy: string | null
    }
  | {
      kind: 'answer.withdrawn'
      event: EventSnapshot
      options?: NoticeOptions | undefined
      memberName: string
      comment: string | null
    }
  /** `times` are the running times of the gig sheet, empty without one. */
  | { kind: 'reminder'; event: EventSnapshot; isToday: boolean; times: readonly { time: string; label: string }[] }
  /** The text of the enquiry is left out, because its sender is a stranger. */
  | { kind: 'enquiry.received'; dates: readonly string[] }
  | NewsContent

export type FormattedNotice = { title: string; body: string }

/**
 * The title ("Practice moved: Fri 28 Nov, 8 PM · The Night Buses") and body ("Ros moved it from Thu 7 PM to Fri 8 PM.
 * Place: Room 3.") of a notice, for the bell, push messages and mails. Plain text with members' names and titles as they wrote them.
 *
 * @param bandName null leaves the band out, for lists that show it beside the title
 */
export function formatNotice(content: NoticeContent, bandName: string | null): FormattedNotice {
  const { title, body } = formatContent(content)
  return { title: bandName === null ? title : `${title} · ${bandName}`, body }
}

/**
 * The notice of the events that were deleted because a member left: at least one, in order. The title names no member, because the erasure
 * of an account clears only the bodies of notices that name it.
 *
 * @param memberName null for an erased account
 */
export function formatDepartureNotice({
  events,
  memberName,
  canRestore,
}: {
  events: readonly EventSnapshot[]
  memberName: string | null
  canRestore: boolean
}): FormattedNotice {
  const [first] = events as [EventSnapshot]
  const isOne = events.length === 1
  const more = events.length - limits.eventsInNotice
  const shown = events
    .slice(0, limits.eventsInNotice)
    .map((event) => formatNameAndWhen(event))
    .join('; ')
  const why = memberName === null ? 'a member left the band' : `${memberName} is no longer in the band`
  return {
    title: isOne
      ? `${nameOf(first)} cancelled: ${shortDateAndTime(first)}`
      : `${events.length} events cancelled: from ${shortDateAndTime(first)}`,
    body: joinSentences(
      `Cancelled because ${why}`,
      isOne ? formatPlaceSentence(first) : more > 0 ? `${shown} and ${more} more` : shown,
      canRestore
        ? `You can restore ${isOne ? 'it' : 'them'} in the band’s activity for ${limits.restorableDays} days`
        : null,
    ),
  }
}

function formatContent(content: NoticeContent): FormattedNotice {
  switch (content.kind) {
    case 'event.changed':
      return formatChangeNotice(content)
    case 'event.added':
    case 'event.confirmed':
    case 'event.cancelled':
    case 'event.restored':
      return formatStatusNotice(content)
    case 'answer.asked':
    case 'answer.nudge':
      return formatAskNotice(content)
    case 'answer.withdrawn':
      return {
        title: `${content.memberName} can’t make it: ${formatNameAndWhen(content.event, content.options, 'and')}`,
        body: joinSentences('They changed their answer from Yes to No', content.comment && `“${content.comment}”`),
      }
    case 'enquiry.received':
      return formatEnquiryNotice(content)
    case 'reminder':
      return formatReminderNotice(content)
    default:
      return formatNewsNotice(content)
  }
}

/** The variant of the union that has this kind, also where several kinds share a variant. */
type ContentOfKind<Kind extends NoticeContent['kind'], Any = NoticeContent> = Any extends { kind: infer Kinds }
  ? Kind extends Kinds
    ? Any
    : never
  : never

function formatStatusNotice(content: ContentOfKind<'event.added'> | ContentOfKind<'event.confirmed'>): FormattedNotice {
  const { kind, event, dates, by } = content
  const options = 'options' in content ? content.options : undefined
  const place = formatPlaceSentence(event)
  switch (kind) {
    case 'event.confirmed':
    case 'event.restored': {
      const isBack = kind === 'event.restored'
      const isMoved = findChangedParts(content.before, event).includes('start')
      const [from, to] = shortTimesOfMove(content.before, event)
      return {
        title: `${nameOf(event, dates)} ${isBack ? `${dates ? 'are' : 'is'} back on` : 'confirmed'}: ${whenOf(event, dates)}`,
        body: joinSentences(
          formatActorSentence(by, isBack ? `put ${dates ? 'them' : 'it'} back` : 'confirmed it'),
          isMoved ? `Moved from ${from} to ${to}` : null,
          formatLastDateSentence(dates),
          place,
        ),
      }
    }
    case 'event.cancelled':
      return {
        title: `${nameOf(event, dates)} cancelled: ${whenOf(event, dates)}`,
        body: joinSentences(
          formatActorSentence(by, `cancelled ${dates ? 'them' : 'it'}`),
          formatLastDateSentence(dates),
        ),
      }
    default: {
      const verb = event.status === 'tentative' ? 'pencilled' : 'added'
      return {
        title: `${nameOf(event, dates)} ${verb}: ${options ? formatOptionDates(options) : whenOf(event, dates)}`,
        body: joinSentences(
          formatActorSentence(by, `${verb} ${options ? `${options.length} dates` : dates ? 'them' : 'it'}`),
          formatLastDateSentence(dates),
          place,
        ),
      }
    }
  }
}

/** The notice of a change. Its body has one sentence for each changed part, the most important one first. */
function formatChangeNotice({ before, event, dates, by }: ContentOfKind<'event.changed'>): FormattedNotice {
  const parts = findChangedParts(before, event)
  const [from, to] = shortTimesOfMove(before, event)
  const them = dates ? 'them' : 'it'
  const sentenceOf: Record<ChangedPart, string> = {
    start: formatActorSentence(by, `moved ${them} from ${from} to ${to}`),
    end: formatNewEnd(event),
    place: eventPlace(event) === null ? 'No place yet' : `New place: ${eventPlace(event)}`,
    title: before.title === null ? `Now called ${nameOf(event)}` : `It was called ${before.title}`,
    type: event.type === 'other' ? 'Now another kind of event' : `Now a ${eventTypeLabels[event.type].toLowerCase()}`,
    notes: event.notes === null ? 'The notes were removed' : 'The notes changed',
    status: event.status === 'tentative' ? 'Only pencilled now' : 'Confirmed now',
  }
  const verb = parts.includes('start') ? 'moved' : 'changed'
  const sentencesOfParts = parts.map((part) => sentenceOf[part])
  const changer = parts.includes('start') ? null : formatActorSentence(by, `changed ${them}`)
  const samePlace = parts.includes('place') || !parts.includes('start') ? null : formatPlaceSentence(event)
  return {
    title: `${nameOf(event, dates)} ${verb}: ${whenOf(event, dates)}`,
    body: joinSentences(changer, ...sentencesOfParts, samePlace, formatLastDateSentence(dates)),
  }
}

function formatNewEnd({ date, endDate, endTime, isAllDay }: EventSnapshot): string {
  const day = endDate === null || endDate === date ? null : shortDate(endDate)
  const time = isAllDay || endTime === null ? null : shortTime(endTime)
  if (day === null && time === null) return 'No end time any more'
  return `Now until ${[day, time].filter(Boolean).join(', ')}`
}

function formatAskNotice(content: ContentOfKind<'answer.asked'> | ContentOfKind<'answer.nudge'>): FormattedNotice {
  const { event, options, by, replyBy } = content
  const deadline = replyBy && `Please answer by ${shortDate(replyBy)}`
  if (content.kind === 'answer.nudge') {
    const waiting = by === null ? 'Your answer is still missing' : `${by} is waiting for your answer`
    return {
      title: `Still to answer: ${formatNameAndWhen(event, options)}`,
      body: joinSentences(waiting, deadline, formatPlaceSentence(event)),
    }
  }
  const question = isGigOrFestival(event.type) ? 'Can you play?' : 'Can you come?'
  if (content.previousAnswer !== null) {
    return {
      title: `${content.previousAnswer === 'no' ? question : 'Still all right?'} ${formatNameAndWhen(event)}`,
      body: joinSentences(
        `You said ${answerLabels[content.previousAnswer]} before it changed`,
        deadline,
        formatPlaceSentence(event),
      ),
    }
  }
  return {
    title: `${question} ${formatNameAndWhen(event, options)}`,
    body: joinSentences(
      by && `${by} is asking${options ? ` about ${options.length} dates` : ''}`,
      formatFirstDateSentence(content.dates),
      deadline,
      formatPlaceSentence(event),
    ),
  }
}

/** The notice of an enquiry for at least one date; `dates` are in order. */
function formatEnquiryNotice({ dates }: ContentOfKind<'enquiry.received'>): FormattedNotice {
  const [first = '', ...others] = dates
  const when = others.length === 0 ? shortDate(first) : `${dates.length} dates from ${shortDate(first)}`
  return {
    title: `Enquiry for ${when}`,
    body: 'Somebody asks by your public page whether you can play. Their words are in Gaffer.',
  }
}

function formatReminderNotice({ event, isToday, times }: ContentOfKind<'reminder'>): FormattedNotice {
  const time = event.isAllDay || event.startTime === null ? null : shortTime(event.startTime)
  const runningTimes = times.map(({ time, label }) => `${label} ${shortTime(time)}`).join(', ')
  const name = event.status === 'tentative' ? `${nameOf(event)} (pencilled)` : nameOf(event)
  return {
    title: `${isToday ? 'Today' : 'Tomorrow'}: ${[name, time].filter(Boolean).join(', ')}`,
    body: joinSentences(runningTimes, formatPlaceSentence(event)),
  }
}
