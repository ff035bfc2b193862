// Gig sheets of a band's events, the link that shares one, and the sheet behind a link.

import type { GigSheet, GigSheetInput, GigSheetShareOptions } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { SheetLinkContent } from '@gaffer/domain/gig-sheets/sheet-link'
import { useQuery } from '@tanstack/react-query'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { generateIdempotencyKey, request } from '#lib/request.ts'
import { fetchLastActorName } from '#features/activity/queries.ts'
import { useEndpointMutation } from '#offline/endpoint-mutation.ts'
import { endpointQueryOptions } from '#lib/endpoint-query.ts'

export type { GigSheet, SheetLinkContent }

const sheetQuery = (params: EventPathParams) =>
  endpointQueryOptions('GET /api/bands/:bandId/events/:eventId/gig-sheet', { params })

export function useGigSheet(params: EventPathParams, { enabled = true } = {}) {
  return useQuery({ ...sheetQuery(params), enabled })
}

/** Replaces the sheet; 412 if another member has saved it since it was read. `eventName` is the event's name. */
export function useSaveGigSheet(params: EventPathParams, eventName: string) {
  return useEndpointMutation('PUT /api/bands/:bandId/events/:eventId/gig-sheet', {
    changes: 'events',
    input: ({ before, body }: { before: GigSheet; body: GigSheetInput }) => ({
      params,
      version: before.version,
      body,
      idempotencyKey: generateIdempotencyKey(),
    }),
    keep: ({ before, body }) => ({
      about: { id: params.eventId, name: eventName, before },
      reply: { ...before, ...body } as GigSheet,
    }),
    onSuccess: (saved, client) => client.setQueryData(sheetQuery(params).queryKey, saved),
  })
}

/** The sheet as it is stored now, and the name of the member who saved it (null if unknown). */
export async function fetchGigSheetWithLastEditor(
  params: EventPathParams,
): Promise<{ sheet: GigSheet; changedBy: string | null }> {
  const sheet = await request('GET /api/bands/:bandId/events/:eventId/gig-sheet', { params })
  return { sheet, changedBy: await fetchLastActorName(params.bandId, ({ verb }) => verb === 'changed_gig_sheet') }
}

export function useGigSheetShareLink(params: EventPathParams) {
  return useQuery(endpointQueryOptions('GET /api/bands/:bandId/events/:eventId/gig-sheet/share', { params }))
}

/** Makes the link, or changes what the existing link shows. */
export function useSaveGigSheetShareLink(params: EventPathParams) {
  return useEndpointMutation('POST /api/bands/:bandId/events/:eventId/gig-sheet/share', {
    changes: 'events',
    input: (body: GigSheetShareOptions) => ({ params, body, idempotencyKey: generateIdempotencyKey() }),
  })
}

export function useRevokeGigSheetShareLink(params: EventPathParams) {
  return useEndpointMutation('DELETE /api/bands/:bandId/events/:eventId/gig-sheet/share', {
    changes: 'events',
    input: () => ({ params }),
  })
}

/** The gig sheet of a shared link. Needs no session. */
export function useSharedGigSheet(token: string) {
  return useQuery(endpointQueryOptions('GET /api/sheets/:token', { params: { token } }))
}
