import type { Band, BandChangesInput, NewBandInput } from '@gaffer/domain/bands/band'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'
import { request } from '#lib/request.ts'
import { fetchLastActorName } from '#features/activity/queries.ts'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { useMeOrThrow } from '#lib/me.ts'
import { findSelectedMembership, onSelectionChange, readSelection } from './selected-band-store.ts'

export type BandChangesBody = z.input<typeof BandChangesInput>

/** The user's membership in the selected band; null in the personal calendar. */
export function useSelectedMembership(): OwnMembership | null {
  const { bands } = useMeOrThrow()
  const choice = useSyncExternalStore(onSelectionChange, readSelection)
  return findSelectedMembership(bands, choice)
}

/** When it resolves, `me` contains the new band. */
export function useCreateBand() {
  return useEndpointMutation('POST /api/bands', {
    changes: 'members',
    input: ({ idempotencyKey, ...body }: NewBandInput & { idempotencyKey: string }) => ({ body, idempotencyKey }),
  })
}

/** When it resolves, `me` contains the changed band. */
export function useChangeBand(bandId: string) {
  return useEndpointMutation('PATCH /api/bands/:bandId', {
    changes: 'band',
    input: ({ version, changes }: { version: number; changes: BandChangesBody }) => ({
      params: { bandId },
      body: changes,
      version,
    }),
  })
}

/** Reads the stored band, without the query cache. `changedBy` is the name of the member who last changed a setting; null if unknown. */
export async function fetchBandWithLastEditor(bandId: string): Promise<{ band: Band; changedBy: string | null }> {
  const [band, changedBy] = await Promise.all([
    request('GET /api/bands/:bandId', { params: { bandId } }),
    fetchLastActorName(bandId, ({ verb }) => verb === 'changed_settings'),
  ])
  return { band, changedBy }
}
