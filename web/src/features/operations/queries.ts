import { useQuery } from '@tanstack/react-query'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

/**
 * The server's public settings: whether Spotify is configured, the maps service (null without one), and the public key for push messages.
 */
export function useServerSettings() {
  return useQuery(endpointQueryOptions('GET /api/settings'))
}
