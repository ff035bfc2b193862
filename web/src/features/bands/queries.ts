import type { Band } from '@gaffer/domain/bands/band'
import type { MemberChangesInput } from '@gaffer/domain/bands/member'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import type * as z from 'zod/mini'
import { request } from '#lib/request.ts'
import { fetchLastActorName } from '#features/activity/queries.ts'
import { useChange } from '#offline/use-change.ts'
import { useEndpoint } from '#lib/use-endpoint.ts'
import { meQueryOptions } from '#lib/me.ts'

/** Reads the stored band, bypassing the query cache. `changedBy` is the name of the member who last changed a setting; null if unknown. */
export async function fetchBandWithLastEditor(bandId: string): Promise<{ band: Band; changedBy: string | null }> {
  const [band, changedBy] = await Promise.all([
    request('GET /api/bands/:bandId', { params: { bandId } }),
    fetchLastActorName(bandId, ({ verb }) => verb === 'changed_settings'),
  ])
  return { band, changedBy }
}

export type MemberChangesBody = z.input<typeof MemberChangesInput>

/** The events that would be deleted with the member. Uncached: read again each time the removal dialog opens. */
export function useEventsToDeleteWithMember(bandId: string, memberId: string, { enabled }: { enabled: boolean }) {
  const params = { bandId, memberId }
  return useEndpoint('GET /api/bands/:bandId/members/:memberId/events', { params }, { enabled, gcTime: 0 })
}

/** Leaves the band. `onLeft` runs once the band is removed from the cached `me`, before any refetch. */
export function useLeaveBand(bandId: string, onLeft: () => void) {
  return useChange('POST /api/bands/:bandId/leave', {
    changes: 'members',
    failure: { title: bandMessages.bandNotLeft },
    input: (keepEventIds: string[]) => ({ params: { bandId }, body: { keepEventIds } }),
    onSuccess: (_, client) => {
      client.setQueryData(
        meQueryOptions.queryKey,
        (me) => me && { ...me, bands: me.bands.filter((own) => own.bandId !== bandId) },
      )
      onLeft()
    },
  })
}
