// The availability of members per month (`yyyy-MM`), and the months that the user marked as free.

import { useEndpoint } from '#lib/use-endpoint.ts'

/** A null month is not requested. */
export function useMonthAvailability(bandId: string, month: string | null) {
  const query = { month: month ?? '' }
  return useEndpoint('GET /api/bands/:bandId/availability', { params: { bandId }, query }, { enabled: month !== null })
}
