// How this server is set up, as far as the pages must know.

import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from './reading.ts'

export function useSettings() {
  return useQuery(endpointQuery('GET /api/settings'))
}
