import type { CalendarEntry } from '@gaffer/domain/events/event'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { formatUnanswered } from './format-unanswered.ts'

/** The members who have not answered an option of an enquiry, in a sentence; null for other events, and until the answers are read. */
export function useUnanswered({ id: eventId, status, optionCount }: CalendarEntry, bandId: string): string | null {
  const isOpenOption = (optionCount ?? 1) > 1 && status === 'tentative'
  const { data } = useEndpoint(
    'GET /api/bands/:bandId/events/:eventId/answers',
    { params: { bandId, eventId } },
    { enabled: isOpenOption },
  )
  return isOpenOption && data ? formatUnanswered(data) : null
}
