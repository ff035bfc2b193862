// The practice list of a band.

import { useQuery } from '@tanstack/react-query'
import { reading } from './reading.ts'

export function useSongs(bandId: string) {
  return useQuery(reading('GET /api/bands/:bandId/songs', { params: { bandId } }))
}
