import type { CalendarEntry } from '@gaffer/domain/events/event'
import { useEndpoint } from '#lib/use-endpoint.ts'
import type { MemberAnswer } from '@gaffer/domain/answers/answer'
import { listUnansweredMembers } from '@gaffer/domain/answers/unanswered'
import { optionMessages } from '@gaffer/domain/events/option-messages'
import { joinNamesUpToLimit } from '@gaffer/domain/shared/join-names'

/** Names the members without an answer: "Kit and Mags have not answered this date yet." */
export function formatUnanswered(answers: readonly MemberAnswer[]): string {
  const names = listUnansweredMembers(answers).map(({ displayName }) => displayName)
  return names.length === 0
    ? optionMessages.everybodyAnswered
    : optionMessages.notAnswered(joinNamesUpToLimit(names), names.length)
}

/** Names the members who have not answered a pencilled option; null for any other event, and while the answers load. */
export function useUnansweredText({ id: eventId, status, optionCount }: CalendarEntry, bandId: string): string | null {
  const isOpenOption = (optionCount ?? 1) > 1 && status === 'tentative'
  const { data } = useEndpoint(
    'GET /api/bands/:bandId/events/:eventId/answers',
    { params: { bandId, eventId } },
    { enabled: isOpenOption },
  )
  return isOpenOption && data ? formatUnanswered(data) : null
}
