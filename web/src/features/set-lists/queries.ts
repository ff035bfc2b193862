// Set lists of a band. Every page reads the list of all set lists, so that a single cached response serves them all without a network.

import type { Setlist, SetlistChangesInput } from '@gaffer/domain/set-lists/set-list'
import type * as z from 'zod/mini'
import { request } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export type { Setlist }
export type SetlistChangesBody = z.input<typeof SetlistChangesInput>

const setlistsQuery = (bandId: string) =>
  endpointQueryOptions('GET /api/bands/:bandId/setlists', { params: { bandId } })

type StoredSetlist = Pick<Setlist, 'id' | 'version'>

export function useChangeSetlist(bandId: string) {
  return useChange('PATCH /api/bands/:bandId/setlists/:setlistId', {
    changes: 'setlists',
    // The form shows a failure, unless it is an edit conflict.
    failure: null,
    input: ({ id: setlistId, version, changes: body }: StoredSetlist & { changes: SetlistChangesBody }) => ({
      params: { bandId, setlistId },
      body,
      version,
    }),
    onSuccess: (changed, client) => {
      client.setQueryData(setlistsQuery(bandId).queryKey, (setlists) =>
        setlists?.map((one) => (one.id === changed.id ? changed : one)),
      )
    },
  })
}

/** Reads the stored set list, bypassing the query cache. */
export function fetchSetlistUncached(bandId: string, setlistId: string): Promise<Setlist> {
  return request('GET /api/bands/:bandId/setlists/:setlistId', { params: { bandId, setlistId } })
}
