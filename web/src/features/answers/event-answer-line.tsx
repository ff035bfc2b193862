// The answers of an event in a list: the counts in one line, and the member's own answer as a pill.

import { answerLabels } from '@gaffer/domain/events/event-labels'
import type { AnswerValue, CalendarEntry } from '@gaffer/domain/events/event'
import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import { clsx } from 'clsx'
import { useMe } from '#lib/me.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useNowMs } from '#lib/use-now.ts'
import { AnswerIcon, answerStyles } from './answer-styles.tsx'
import { formatAnswerCounts, shouldShowWhoSaidNo, isOwnAnswerDue, formatWhoSaidNo } from './format-answers.ts'

export function AnswerCountsLine({ event, className }: { event: CalendarEntry; className?: string }) {
  const { data: me } = useMe()
  const membership = me?.bands.find(({ bandId }) => bandId === event.bandId)
  const isAdmin = membership?.permissions.includes('members.invite') ?? false
  const now = new Date(useNowMs())
  const countsText = formatAnswerCounts(event, { isAdmin, now })
  return countsText === null ? null : <span className={className}>{countsText}</span>
}

/** The member's own answer, or "Answer" while it is due. It is not a button: a press on the list item opens the event, which has the buttons. */
export function OwnAnswerPill({ event }: { event: CalendarEntry }) {
  const now = new Date(useNowMs())
  if (event.myAnswer && answerRefusalMessageFor(event, now) === null) return <GivenAnswerPill answer={event.myAnswer} />
  if (!isOwnAnswerDue(event, now)) return null
  return (
    <span className={clsx(pillClassName, 'border-control text-text')}>
      <span aria-hidden="true" className="size-2 rounded-full bg-accent forced-colors:bg-[Highlight]" />
      Answer
    </span>
  )
}

const pillClassName = 'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm font-semibold'

function GivenAnswerPill({ answer }: { answer: AnswerValue }) {
  const { text, tone } = answerStyles[answer]
  return (
    <span
      className={clsx(
        pillClassName,
        text,
        tone,
        'border-[color-mix(in_srgb,var(--tone)_40%,var(--surface))] bg-[color-mix(in_srgb,var(--tone)_8%,var(--surface))]',
      )}
    >
      <span className="sr-only">Your answer: </span>
      <AnswerIcon answer={answer} className="size-4" />
      {answerLabels[answer]}
    </span>
  )
}

/** Shows "Kit said no" for a gig or festival to which a member answered No. */
export function WhoSaidNo({ event, className }: { event: CalendarEntry; className?: string }) {
  if (!shouldShowWhoSaidNo(event) || event.bandId === null) return null
  return <LoadedWhoSaidNo bandId={event.bandId} eventId={event.id} className={className} />
}

/** A separate component, so that a long list requests answers only for events that a member answered No to. */
function LoadedWhoSaidNo({
  bandId,
  eventId,
  className,
}: {
  bandId: string
  eventId: string
  className: string | undefined
}) {
  const params = { bandId, eventId }
  const { data: answers } = useEndpoint('GET /api/bands/:bandId/events/:eventId/answers', { params })
  const text = answers ? formatWhoSaidNo(answers) : null
  if (text === null) return null
  const isCovered = answers?.every(({ answer, coveredBy }) => answer !== 'no' || coveredBy)
  return <span className={clsx('font-medium', isCovered ? 'text-muted' : 'text-danger', className)}>{text}</span>
}
