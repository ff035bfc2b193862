import type { Band } from '@gaffer/domain/bands/band'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { useSyncExternalStore } from 'react'
import { request } from '#lib/request.ts'
import { fetchLastActorName } from '#features/activity/queries.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { findSelectedMembership, onSelectionChange, readSelection } from './selected-band-store.ts'

/** The user's membership in the selected band; null in the personal calendar. */
export function useSelectedMembership(): OwnMembership | null {
  const { bands } = useMeOrThrow()
  const choice = useSyncExternalStore(onSelectionChange, readSelection)
  return findSelectedMembership(bands, choice)
}

/** Reads the stored band, without the query cache. `changedBy` is the name of the member who last changed a setting; null if unknown. */
export async function fetchBandWithLastEditor(bandId: string): Promise<{ band: Band; changedBy: string | null }> {
  const [band, changedBy] = await Promise.all([
    request('GET /api/bands/:bandId', { params: { bandId } }),
    fetchLastActorName(bandId, ({ verb }) => verb === 'changed_settings'),
  ])
  return { band, changedBy }
}
