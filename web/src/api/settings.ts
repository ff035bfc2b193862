import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from './endpoint-query.ts'

/** Which optional services this server has. */
export function useSettings() {
  return useQuery(endpointQuery('GET /api/settings'))
}
