// Set lists of a band. Every page reads the list of all set lists, so that one cached response is enough without a network.

import type { Setlist, SetlistChangesInput, SetlistInput } from '@gaffer/domain/set-lists/set-list'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { request } from '#lib/request.ts'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export type { Setlist }
export type SetlistChangesBody = z.input<typeof SetlistChangesInput>

const setlistsQuery = (bandId: string) =>
  endpointQueryOptions('GET /api/bands/:bandId/setlists', { params: { bandId } })

export function useSetlists(bandId: string, { enabled = true } = {}) {
  return useQuery({ ...setlistsQuery(bandId), enabled })
}

export function useAddSetlist(bandId: string) {
  return useEndpointMutation('POST /api/bands/:bandId/setlists', {
    changes: 'setlists',
    input: ({ body, idempotencyKey }: { body: SetlistInput; idempotencyKey: string }) => ({
      params: { bandId },
      body,
      idempotencyKey,
    }),
  })
}

type Stored = Pick<Setlist, 'id' | 'version'>

export function useChangeSetlist(bandId: string) {
  return useEndpointMutation('PATCH /api/bands/:bandId/setlists/:setlistId', {
    changes: 'setlists',
    input: ({ id: setlistId, version, changes: body }: Stored & { changes: SetlistChangesBody }) => ({
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

/** Deletes whatever version is stored: another member may have reordered the set list, and Undo restores it. */
export function useDeleteSetlist(bandId: string) {
  return useEndpointMutation('DELETE /api/bands/:bandId/setlists/:setlistId', {
    changes: 'setlists',
    isDoneIfNotFound: true,
    input: (setlistId: string) => ({ params: { bandId, setlistId }, version: null }),
  })
}

/** The set list as it is stored now. */
export function fetchSetlistUncached(bandId: string, setlistId: string): Promise<Setlist> {
  return request('GET /api/bands/:bandId/setlists/:setlistId', { params: { bandId, setlistId } })
}
