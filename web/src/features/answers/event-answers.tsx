// The answers to an event: the member's own answer, the answers of all members, and the button that reminds members to answer.

import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { formatDate } from '@gaffer/domain/shared/dates'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { useEffect, useRef, useState } from 'react'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { useAnswerActions } from './use-answer-actions.tsx'
import type { OwnMembership } from '#lib/me.ts'
import { QueryState } from '#lib/query-state.tsx'
import { useNowMs } from '#lib/use-now.ts'
import { LiveRegionText } from '#ui/live-text.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { AnswerGroups, groupAnswersByKind, listAnswersToRemind } from './answer-groups.tsx'
import { listDepsOfEvent, isAskingForAnswers, shouldListMissingFirst } from './format-answers.ts'
import { NudgeButton } from './nudge-button.tsx'
import { OwnAnswer } from './own-answer.tsx'

type Props = { event: CalendarEntry; /** The user's membership in the event's band. */ membership: OwnMembership }

export function EventAnswers({ event, membership }: Props) {
  const params = { bandId: membership.bandId, eventId: event.id }
  const answers = useEndpoint('GET /api/bands/:bandId/events/:eventId/answers', { params })
  const isAskingNow = isAskingForAnswers(event, new Date(useNowMs()))
  return (
    <section aria-labelledby="answers" className="grid grid-cols-1 gap-4">
      <div>
        <h2 id="answers" className="text-lg font-bold">
          {isAskingNow ? 'Can you make it?' : 'Answers'}
        </h2>
        {isAskingNow && event.replyBy !== null && (
          <p className="text-sm text-muted">Answer by {formatDate(event.replyBy)}</p>
        )}
      </div>
      <QueryState
        query={answers}
        fallback={eventMessages.answersNotRead}
        loading={
          <SkeletonGroup label="Loading the answers">
            <Skeleton className="h-14" />
            <Skeleton className="mt-4 h-32" />
          </SkeletonGroup>
        }
      >
        {(data) => <LoadedAnswers event={event} membership={membership} answers={data} />}
      </QueryState>
    </section>
  )
}

function LoadedAnswers({ event, membership, answers }: Props & { answers: readonly MemberAnswer[] }) {
  const members = useEndpoint('GET /api/bands/:bandId/members', { params: { bandId: membership.bandId } }).data
  const { answerForMember } = useAnswerActions(event, membership)
  const isAdmin = membership.permissions.includes('members.invite')
  const now = new Date(useNowMs())
  const areAnswersOpen = answerRefusalMessageFor(event, now) === null
  const ownRow = answers.find(({ membershipId }) => membershipId === membership.id)
  const groups = groupAnswersByKind(answers, {
    ownId: membership.id,
    isOpen: areAnswersOpen,
    isMissingFirst: shouldListMissingFirst(event, isAdmin, now),
    deps: listDepsOfEvent(event),
  })
  const announcement = useChangedText(groups.map(({ label }) => label).join(' · '))
  return (
    <>
      <LiveRegionText text={announcement} className="sr-only" />
      {ownRow && <OwnAnswer key={event.id} event={event} membership={membership} row={ownRow} />}
      <AnswerGroups
        groups={groups}
        members={members}
        ownId={membership.id}
        onAnswerFor={isAdmin && areAnswersOpen ? (row, answer) => void answerForMember(row, answer) : null}
      />
      {isAdmin && areAnswersOpen && (
        <NudgeButton event={event} bandId={membership.bandId} missing={listAnswersToRemind(answers, membership.id)} />
      )}
    </>
  )
}

/** Returns '' until the text changes for the first time, so that the live region announces nothing while the page loads. */
function useChangedText(text: string): string {
  const last = useRef(text)
  const [changedText, setChangedText] = useState('')
  useEffect(() => {
    if (last.current !== text) setChangedText(text)
    last.current = text
  }, [text])
  return changedText
}
