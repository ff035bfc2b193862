// Sends the user's own answers to options. After a Yes it asks about their days away on that date.

import type { OptionGroup } from '@gaffer/domain/answers/option-group'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { Suspense, useState, type ReactNode } from 'react'
import { fetchOwnDaysAwayDuring } from '#features/events/queries.ts'
import type { OwnMembership } from '#lib/me.ts'
import { FreeDaysAwayDialog, offerPush } from '#features/answers/use-answer-actions.tsx'
import { useAnswerOptions, type OptionGroupKey } from './option-answers.ts'
import type { OptionAnswers } from '#features/answers/apply-answers.ts'

type Question = { event: CalendarEntry; daysAway: readonly CalendarEntry[] }

export function useOwnOptionAnswers(key: OptionGroupKey, group: OptionGroup, membership: OwnMembership) {
  const send = useAnswerOptions(key, group)
  const [questions, setQuestions] = useState<readonly Question[]>([])

  async function answer(answers: OptionAnswers['answers']): Promise<void> {
    const sent = await send({ membershipId: membership.id, answers })
    if (!sent) return
    const found = await Promise.all(answers.map((given) => questionAfter(given, group, membership.id)))
    const asked = found.filter((question) => question !== null)
    setQuestions((waiting) => [...waiting, ...asked])
    // Only one question at a time.
    if (asked.length === 0) void offerPush(membership.userId)
  }

  const [question] = questions
  const awayQuestion: ReactNode = question && (
    <Suspense>
      <FreeDaysAwayDialog
        key={question.event.id}
        {...question}
        onClose={() => setQuestions((waiting) => waiting.filter((one) => one !== question))}
      />
    </Suspense>
  )
  return { answer, awayQuestion }
}

/** The question after a Yes to a date on which the member has days away. */
async function questionAfter(
  { eventId, answer }: OptionAnswers['answers'][number],
  { events, answers }: OptionGroup,
  ownId: string,
): Promise<Question | null> {
  const event = events.find(({ id }) => id === eventId)
  const row = answers.find((one) => one.eventId === eventId)?.answers.find(({ membershipId }) => membershipId === ownId)
  if (answer !== 'yes' || !event || !row?.hasDaysAway) return null
  // The answer is stored: if the days away can't be read, there is nothing to ask about.
  const daysAway = await fetchOwnDaysAwayDuring(event).catch(() => [])
  return daysAway.length > 0 ? { event, daysAway } : null
}
