import type { Band, BandChangesInput, NewBandInput } from '@gaffer/domain/band'
import type { OwnMembership } from '@gaffer/domain/member'
import { useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'
import { request } from '#lib/request.ts'
import { readLastActor } from './activity.ts'
import { useEndpointMutation } from './endpoint-mutation.ts'
import { useSignedIn } from './me.ts'
import { findSelectedMembership, onSelectionChange, readSelection } from './selected-band-store.ts'

export type BandSettings = z.input<typeof BandChangesInput>

/** The user's membership in the selected band; null in the personal calendar. */
export function useSelectedBand(): OwnMembership | null {
  const { bands } = useSignedIn()
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
    input: ({ version, changes }: { version: number; changes: BandSettings }) => ({
      params: { bandId },
      body: changes,
      version,
    }),
  })
}

/** Reads the stored band, without the query cache. `changedBy` is the name of the member who last changed a setting; null if unknown. */
export async function readBandNow(bandId: string): Promise<{ band: Band; changedBy: string | null }> {
  const [band, changedBy] = await Promise.all([
    request('GET /api/bands/:bandId', { params: { bandId } }),
    readLastActor(bandId, ({ verb }) => verb === 'changed_settings'),
  ])
  return { band, changedBy }
}
