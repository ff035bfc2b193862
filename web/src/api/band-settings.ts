// What members set on their band.

import type { Band, BandChangesInput } from '@gaffer/domain/band'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#lib/request.ts'
import { readLastActor } from './activity.ts'
import { meQuery } from './me.ts'
import { refresh } from './reading.ts'

export type BandSettings = z.input<typeof BandChangesInput>

/** The changed band is in the member's own when this resolves. */
export function useChangeBand(bandId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ version, changes }: { version: number; changes: BandSettings }) =>
      call('PATCH /api/bands/:bandId', { params: { bandId }, body: changes, version }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: meQuery.queryKey }),
        refresh(client, `/api/bands/${bandId}/activity`),
      ]),
  })
}

/** The band as it stands now, past every cache, and who last set something on it, if that is known. */
export async function readBandNow(bandId: string): Promise<{ band: Band; changedBy: string | null }> {
  const [band, changedBy] = await Promise.all([
    call('GET /api/bands/:bandId', { params: { bandId } }),
    readLastActor(bandId, ({ verb }) => verb === 'changed_settings'),
  ])
  return { band, changedBy }
}
