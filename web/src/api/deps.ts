import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from './endpoint-query.ts'

export function useDepLink(token: string) {
  return useQuery(endpointQuery('GET /api/dep-links/:token', { params: { token } }))
}
