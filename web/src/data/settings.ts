// How this server is set up, as far as the pages must know.

import { useQuery } from '@tanstack/react-query'
import { reading } from './reading.ts'

export function useSettings() {
  return useQuery(reading('GET /api/settings'))
}
