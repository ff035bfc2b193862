// Gig sheets of a band's events, the link that shares one, and the sheet behind a link.

import type { GigSheet, GigSheetInput, GigSheetShare } from '@gaffer/domain/gig-sheet'
import type { SheetLink } from '@gaffer/domain/sheet-link'
import { useQuery } from '@tanstack/react-query'
import { newIdempotencyKey, request } from '#lib/request.ts'
import { readLastActor } from './activity.ts'
import { useEndpointMutation } from './endpoint-mutation.ts'
import { endpointQuery } from './endpoint-query.ts'

export type { GigSheet, SheetLink }

export type EventKey = { bandId: string; eventId: string }

const sheetQuery = (params: EventKey) => endpointQuery('GET /api/bands/:bandId/events/:eventId/gig-sheet', { params })

export function useGigSheet(params: EventKey, { enabled = true } = {}) {
  return useQuery({ ...sheetQuery(params), enabled })
}

/** Replaces the sheet; 412 if another member has saved it since it was read. `subject` is the event's name. */
export function useSaveGigSheet(params: EventKey, subject: string) {
  return useEndpointMutation('PUT /api/bands/:bandId/events/:eventId/gig-sheet', {
    changes: 'events',
    input: ({ before, body }: { before: GigSheet; body: GigSheetInput }) => ({
      params,
      version: before.version,
      body,
      idempotencyKey: newIdempotencyKey(),
    }),
    keep: ({ before, body }) => ({
      about: { id: params.eventId, subject, before },
      reply: { ...before, ...body } as GigSheet,
    }),
    onSuccess: (saved, client) => client.setQueryData(sheetQuery(params).queryKey, saved),
  })
}

/** The sheet as it is stored now, and the name of the member who saved it (null if unknown). */
export async function readStoredGigSheet(params: EventKey): Promise<{ sheet: GigSheet; changedBy: string | null }> {
  const sheet = await request('GET /api/bands/:bandId/events/:eventId/gig-sheet', { params })
  return { sheet, changedBy: await readLastActor(params.bandId, ({ verb }) => verb === 'changed_gig_sheet') }
}

export function useGigSheetShare(params: EventKey) {
  return useQuery(endpointQuery('GET /api/bands/:bandId/events/:eventId/gig-sheet/share', { params }))
}

/** Makes the link, or changes what the existing link shows. */
export function useShareGigSheet(params: EventKey) {
  return useEndpointMutation('POST /api/bands/:bandId/events/:eventId/gig-sheet/share', {
    changes: 'events',
    input: (body: GigSheetShare) => ({ params, body, idempotencyKey: newIdempotencyKey() }),
  })
}

export function useRevokeGigSheetShare(params: EventKey) {
  return useEndpointMutation('DELETE /api/bands/:bandId/events/:eventId/gig-sheet/share', {
    changes: 'events',
    input: () => ({ params }),
  })
}

/** The gig sheet of a shared link. Needs no session. */
export function useSharedSheet(token: string) {
  return useQuery(endpointQuery('GET /api/sheets/:token', { params: { token } }))
}
