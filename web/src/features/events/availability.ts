// The availability of members per month (`yyyy-MM`), and the months that the user marked as free.

import { useQuery } from '@tanstack/react-query'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

/** A null month is not requested. */
export function useMonthAvailability(bandId: string, month: string | null) {
  const query = { month: month ?? '' }
  return useQuery({
    ...endpointQueryOptions('GET /api/bands/:bandId/availability', { params: { bandId }, query }),
    enabled: month !== null,
  })
}

/** The user is free all month, in all their bands. */
export function useAddFreeMonth() {
  return useEndpointMutation('PUT /api/me/free-months/:month', {
    changes: 'events',
    input: (month: string) => ({ params: { month } }),
  })
}

export function useDeleteFreeMonth() {
  return useEndpointMutation('DELETE /api/me/free-months/:month', {
    changes: 'events',
    input: (month: string) => ({ params: { month } }),
  })
}
