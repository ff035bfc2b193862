// Looking for a song in the music service's catalogue. Knows nothing of the practice list.

import { limits } from '@gaffer/domain/limits'
import type { Track } from '@gaffer/domain/spotify'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '#lib/api-error.ts'
import { endpointQuery } from './reading.ts'

export type { Track }

export type Search =
  | { kind: 'short' }
  /** `tracks` are those of an earlier text. */
  | { kind: 'waiting'; tracks: readonly Track[] }
  | { kind: 'found'; tracks: readonly Track[] }
  /** The server has no catalogue to search. */
  | { kind: 'unavailable' }

/** An answer to an earlier text is dropped on its way; a search that fails found nothing. */
export function useTrackSearch(text: string): Search {
  const q = text.trim()
  const isLongEnough = q.length >= limits.searchFrom
  const { data, error, isPending, isPlaceholderData } = useQuery({
    ...endpointQuery('GET /api/spotify/search', { query: { q, limit: String(limits.searchShown) } }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  if (!isLongEnough) return { kind: 'short' }
  if (error instanceof ApiError && error.reply?.code === 'not_configured') return { kind: 'unavailable' }
  if (error) return { kind: 'found', tracks: [] }
  if (isPending || isPlaceholderData) return { kind: 'waiting', tracks: data ?? [] }
  return { kind: 'found', tracks: data }
}
