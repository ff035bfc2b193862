// Sends an answer, and shows a toast if that fails. After a Yes, asks about the member's own days away.

import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import type { AnswerValue, CalendarEntry } from '@gaffer/domain/events/event'
import { eventMessages } from '@gaffer/domain/events/event-messages'
import { Suspense, useState, type ReactNode } from 'react'
import { showFailure } from '#lib/show-failure.ts'
import { useSetAnswer } from './queries.ts'
import { fetchOwnDaysAwayDuring } from '#features/events/queries.ts'
import type { OwnMembership } from '#lib/me.ts'
import { eventName } from '#features/events/format-event.ts'
import { lazyOverlay } from '#lib/lazy-part.tsx'

// Imported on demand, because few answers need this dialog.
export const FreeDaysAwayDialog = lazyOverlay(() => import('./free-days-away-dialog.tsx'), 'FreeDaysAwayDialog')

export async function offerPush(userId: string | null): Promise<void> {
  if (userId === null || !('Notification' in globalThis)) return
  // A failed load is ignored, because the offer is then made after the next answer.
  await import('#features/notices/offer-push.ts').then((offer) => offer.offerPushOnce(userId)).catch(() => undefined)
}

type AnsweringMembership = Pick<OwnMembership, 'id' | 'bandId' | 'userId'>

export function useAnswerActions(event: CalendarEntry, membership: AnsweringMembership) {
  const setAnswer = useSetAnswer({ bandId: membership.bandId, eventId: event.id }, eventName(event))
  const [daysAway, setDaysAway] = useState<readonly CalendarEntry[]>([])

  /** Answers for another member. A null answer withdraws the stored answer. */
  async function answerForMember(
    member: Pick<MemberAnswer, 'membershipId' | 'displayName'>,
    answer: AnswerValue | null,
  ) {
    try {
      await setAnswer({ membershipId: member.membershipId, answer })
    } catch (error) {
      showFailure(error, { title: eventMessages.answerForNotSaved(member.displayName) })
    }
  }

  /** Resolves to true if the answer is stored or waits in the outbox, to false after a failure. */
  async function answerOwn(answer: AnswerValue | null, comment?: string | null): Promise<boolean> {
    try {
      await setAnswer({ membershipId: membership.id, answer, ...(comment !== undefined && { comment }) })
    } catch (error) {
      showFailure(error, { title: eventMessages.answerNotSaved })
      return false
    }
    void askAboutDaysAwayOrOfferPush(answer)
    return true
  }

  async function askAboutDaysAwayOrOfferPush(answer: AnswerValue | null): Promise<void> {
    // A failure is ignored, because the answer is already stored or in the outbox: no days-away dialog opens then.
    const daysAwayDuringEvent = answer === 'yes' ? await fetchOwnDaysAwayDuring(event).catch(() => []) : []
    setDaysAway(daysAwayDuringEvent)
    // Offers push messages only if no days-away dialog opens.
    if (answer !== null && daysAwayDuringEvent.length === 0) void offerPush(membership.userId)
  }

  const awayQuestion: ReactNode = daysAway.length > 0 && (
    <Suspense>
      <FreeDaysAwayDialog event={event} daysAway={daysAway} onClose={() => setDaysAway([])} />
    </Suspense>
  )
  return { answerOwn, answerForMember, awayQuestion }
}
