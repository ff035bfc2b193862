import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from './endpoint-query.ts'

/**
 * The server's public settings: whether Spotify is configured, the maps service (null without one), and the public key for push messages.
 */
export function useSettings() {
  return useQuery(endpointQuery('GET /api/settings'))
}
