// The dates of an option group with their answers. Admins can confirm a date, take back a confirmation, and remind members.

import { eventPlace } from '@gaffer/domain/events/event-place'
import {
  findBestOptionIds,
  isOpenOption,
  listAnsweredOptions,
  sortBestOptionFirst,
  type AnsweredOption,
} from '@gaffer/domain/answers/best-option'
import type { OptionGroup } from '@gaffer/domain/answers/option-group'
import type { BandEvent, CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { listUnansweredMembers } from '@gaffer/domain/answers/unanswered'
import { optionMessages } from '@gaffer/domain/events/option-messages'
import { noticeMessages } from '@gaffer/domain/notices/notice-messages'
import { formatDate } from '@gaffer/domain/shared/dates'
import { shortDate, shortDateAndTime } from '@gaffer/domain/shared/short-dates'
import { CircleCheckBig } from 'lucide-react'
import { useRef, useState, Suspense, type ReactNode } from 'react'
import { NudgeButton } from '#features/answers/nudge-button.tsx'
import { eventName } from '#features/events/format-event.ts'
import { useUndoConfirmation } from '#features/events/use-undo-confirmation.ts'
import type { OwnMembership } from '#lib/me.ts'
import { useNowMs } from '#lib/use-now.ts'
import { WaitingToSendMark } from '#offline/waiting-mark.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { fetchOwnDaysAwayDuring } from '#features/events/queries.ts'
import { FreeDaysAwayDialog, offerPush } from '#features/answers/use-answer-actions.tsx'
import type { OptionAnswers } from '#features/answers/apply-answers.ts'
import '#features/answers/apply-answers.ts'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { ConfirmOptionButton } from './confirm-option.tsx'
import { OptionGrid } from './option-grid.tsx'

type Props = { groupKey: OptionGroupKey; group: OptionGroup; membership: OwnMembership }

export function OptionsView({ groupKey, group, membership }: Props) {
  const { bandId, id: ownId } = membership
  const now = new Date(useNowMs())
  const options = useStableOrder(listAnsweredOptions(group), now)
  const bestIds = findBestOptionIds(options, now)
  const { answer, awayQuestion } = useAnswerOwnOptions(groupKey, group, membership)
  const isAdmin = membership.permissions.includes('members.invite')
  const openOptions = options.filter(({ event }) => isOpenOption(event, now))
  const confirmedEvent = group.events.find(({ status }) => status === 'confirmed')
  const replyBy = openOptions.flatMap(({ event }) => event.replyBy ?? []).toSorted()[0]
  const hasStaleAnswer = openOptions.some(({ answers }) =>
    answers.some((row) => row.membershipId === ownId && row.isStale),
  )
  const [firstEvent] = group.events as [BandEvent]
  return (
    <>
      <PageHeading
        title={<span className="break-words">{eventName(firstEvent)}</span>}
        text={[membership.band.name, eventPlace(firstEvent)].filter(Boolean).join(' · ')}
      />
      {confirmedEvent && <ConfirmedOption event={confirmedEvent} bandId={bandId} isAdmin={isAdmin} />}
      <Card as="section" aria-labelledby="dates" className="grid grid-cols-1 gap-3 overflow-hidden py-4 sm:py-5">
        <div className="px-4 sm:px-5">
          <h2 id="dates" className="text-lg font-bold">
            {openOptions.length > 0 ? optionMessages.whichDates : 'Answers'}
          </h2>
          {replyBy && <p className="text-sm text-muted">Answer by {formatDate(replyBy)}</p>}
          {hasStaleAnswer && <p className="text-sm font-medium text-warn">{eventMessages.answerBeforeChange}</p>}
          <WaitingToSendMark subjectId={groupKey.optionGroupId} />
        </div>
        <OptionGrid
          options={options}
          bestIds={bestIds}
          membership={membership}
          now={now}
          canAnswerForOthers={isAdmin}
          onAnswer={(answers) => void answer(answers)}
          renderAction={
            isAdmin && openOptions.length > 0
              ? (option) =>
                  isOpenOption(option.event, now) && (
                    <ConfirmOptionButton option={option} bandId={bandId} isBest={bestIds.has(option.event.id)} />
                  )
              : null
          }
        />
        <CommentList options={options} />
        {isAdmin && openOptions[0] && (
          <div className="px-4 empty:hidden sm:px-5">
            <NudgeButton
              event={openOptions[0].event}
              bandId={bandId}
              missing={listUnansweredOthers(openOptions, ownId)}
            />
          </div>
        )}
      </Card>
      {awayQuestion}
    </>
  )
}

/** Sorts the dates, best first. Only a new status or an added or deleted date reorders them: an answer must not move the column that it is given in. */
function useStableOrder(options: AnsweredOption[], now: Date): AnsweredOption[] {
  const statuses = options.map(({ event }) => `${event.id} ${event.status}`).join(' ')
  const sortedIds = () => sortBestOptionFirst(options, now).map(({ event }) => event.id)
  const [order, setOrder] = useState(() => ({ statuses, ids: sortedIds() }))
  if (order.statuses !== statuses) setOrder({ statuses, ids: sortedIds() })
  return options.toSorted((a, b) => order.ids.indexOf(a.event.id) - order.ids.indexOf(b.event.id))
}

/** The answers of the other members who left an open date unanswered, one for each member. */
function listUnansweredOthers(open: readonly AnsweredOption[], ownId: string) {
  const unansweredRows = open.flatMap(({ answers }) => listUnansweredMembers(answers))
  return [...new Map(unansweredRows.map((row) => [row.membershipId, row])).values()].filter(
    ({ membershipId }) => membershipId !== ownId,
  )
}

function ConfirmedOption({ event, bandId, isAdmin }: { event: BandEvent; bandId: string; isAdmin: boolean }) {
  const { undoConfirmation, isPending } = useUndoConfirmation(bandId, { title: noticeMessages.changeNotUndone })
  return (
    <div className="mb-4">
      <Banner
        tone="success"
        icon={<CircleCheckBig aria-hidden="true" className="size-5 text-success" />}
        action={
          isAdmin && (
            <Button
              variant="secondary"
              size="sm"
              saves
              isBusy={isPending}
              onClick={() => void undoConfirmation(event, { title: eventMessages.confirmationUndone })}
            >
              {optionMessages.bringBack}
            </Button>
          )
        }
      >
        {optionMessages.isConfirmed(shortDateAndTime(event))}
      </Banner>
    </div>
  )
}

function CommentList({ options }: { options: readonly AnsweredOption[] }) {
  const comments = options.flatMap(({ event, answers }) =>
    answers.flatMap(({ membershipId, displayName, comment }) =>
      comment
        ? [{ key: `${event.id} ${membershipId}`, about: `${displayName}, ${shortDate(event.date)}`, comment }]
        : [],
    ),
  )
  if (comments.length === 0) return null
  return (
    <ul className="grid grid-cols-1 gap-1 px-4 text-sm sm:px-5" aria-label="Comments">
      {comments.map(({ key, about, comment }) => (
        <li key={key} className="break-words text-muted">
          <span className="font-medium text-text">{about}:</span> {comment}
        </li>
      ))}
    </ul>
  )
}

type DaysAwayQuestion = { event: CalendarEntry; daysAway: readonly CalendarEntry[]; onClose: () => void }

/** Sends the user's own answers to options. After a Yes to dates on which the user is away, it opens the days-away dialog for each. */
function useAnswerOwnOptions(key: OptionGroupKey, group: OptionGroup, membership: OwnMembership) {
  const sendAnswers = useAnswerOptions(key, group)
  const [question, setQuestion] = useState<DaysAwayQuestion | null>(null)
  const lastDialogPromise = useRef(Promise.resolve())

  async function answerOptions(answers: OptionAnswers['answers']): Promise<void> {
    const sent = await sendAnswers({ membershipId: membership.id, answers })
    if (!sent) return
    const eventsToAskAbout = listYesOptionsDuringDaysAway(answers, group, membership.id)
    // Opens the dialogs one after another, because each may change the days away that the next one reads.
    for (const event of eventsToAskAbout)
      lastDialogPromise.current = lastDialogPromise.current.then(() => askAboutDaysAway(event))
    // Offers push messages only if no days-away dialog opens.
    if (eventsToAskAbout.length === 0) void offerPush(membership.userId)
  }

  /** Offers to remove the event's days from the member's days away. */
  async function askAboutDaysAway(event: CalendarEntry): Promise<void> {
    // If the days away can't be read, no dialog opens.
    const daysAway = await fetchOwnDaysAwayDuring(event).catch(() => [])
    if (daysAway.length === 0) return
    await new Promise<void>((resolve) => setQuestion({ event, daysAway, onClose: resolve }))
    setQuestion(null)
  }

  const awayQuestion: ReactNode = question && (
    <Suspense>
      <FreeDaysAwayDialog key={question.event.id} {...question} />
    </Suspense>
  )
  return { answer: answerOptions, awayQuestion }
}

/** The options with a Yes among the given answers on which the member has days away. */
function listYesOptionsDuringDaysAway(
  given: OptionAnswers['answers'],
  { events, answers }: OptionGroup,
  ownId: string,
): BandEvent[] {
  return events.filter(({ id }) => {
    const answersToOption = answers.find(({ eventId }) => eventId === id)?.answers
    const hasAnsweredYes = given.some(({ eventId, answer }) => eventId === id && answer === 'yes')
    return hasAnsweredYes && answersToOption?.find(({ membershipId }) => membershipId === ownId)?.hasDaysAway
  })
}

type OptionGroupKey = { bandId: string; optionGroupId: string }

/**
 * Returns a function that sends the answers to several options as one request. Without a network, the request waits in the outbox. The
 * function resolves to null after a failure, which a toast shows.
 */
function useAnswerOptions(params: OptionGroupKey, group: OptionGroup) {
  const { send } = useChange('PUT /api/bands/:bandId/option-groups/:optionGroupId/answers/:membershipId', {
    changes: 'events',
    failure: { title: optionMessages.answersNotSaved },
    input: ({ membershipId, answers, idempotencyKey }: OptionAnswers & { idempotencyKey: string }) => ({
      params: { ...params, membershipId },
      body: { answers },
      idempotencyKey,
    }),
    keep: () => ({
      about: { id: params.optionGroupId, name: group.events[0] ? eventName(group.events[0]) : '' },
      reply: group,
    }),
  })
  return (given: OptionAnswers) => send({ ...given, idempotencyKey: generateIdempotencyKey() })
}
