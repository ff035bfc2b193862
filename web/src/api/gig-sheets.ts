// Gig sheets of a band's events, the link that shares one, and the sheet behind a link.

import { addDays } from '@gaffer/domain/dates'
import type { Event } from '@gaffer/domain/event'
import { hasGigSheet } from '@gaffer/domain/event-type'
import type { GigSheet, GigSheetInput, GigSheetShare } from '@gaffer/domain/gig-sheet'
import { limits } from '@gaffer/domain/limits'
import type { SheetLink } from '@gaffer/domain/sheet-link'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readConnection } from '#lib/connection.ts'
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

/** Replaces the sheet, unless another member saved one after the version that was read. */
export function useSaveGigSheet(params: EventKey) {
  return useEndpointMutation('PUT /api/bands/:bandId/events/:eventId/gig-sheet', {
    changes: 'events',
    input: ({ version, body }: { version: number; body: GigSheetInput }) => ({ params, version, body }),
    onSuccess: (saved, client) => client.setQueryData(sheetQuery(params).queryKey, saved),
  })
}

/** The sheet as it is stored now, and who saved it (null if unknown). */
export async function readStoredGigSheet(params: EventKey): Promise<{ sheet: GigSheet; changedBy: string | null }> {
  const sheet = await request('GET /api/bands/:bandId/events/:eventId/gig-sheet', { params })
  return { sheet, changedBy: await readLastActor(params.bandId, ({ verb }) => verb === 'changed_gig_sheet') }
}

const prefetchAfterMs = 1500
const gigsPrefetched = 10

/** Reads what the pages of the next gigs show, so that the service worker has copies of it without a network. */
export function usePrefetchGigs(events: readonly Event[] | undefined, today: string): void {
  const client = useQueryClient()
  const keys = gigsSoon(events ?? [], today).join()
  useEffect(() => {
    if (keys === '') return
    // The page itself comes first.
    const timer = setTimeout(() => {
      if (readConnection().isLost) return
      for (const key of keys.split(',')) {
        const [bandId = '', eventId = ''] = key.split('/')
        const params = { bandId, eventId }
        void client.prefetchQuery(endpointQuery('GET /api/bands/:bandId/deps', { params: { bandId } }))
        void client.prefetchQuery(endpointQuery('GET /api/bands/:bandId/events/:eventId/dep-requests', { params }))
        void client.prefetchQuery(sheetQuery(params))
        void client.prefetchQuery(endpointQuery('GET /api/bands/:bandId/events/:eventId', { params }))
        void client.prefetchQuery(endpointQuery('GET /api/bands/:bandId/events/:eventId/answers', { params }))
      }
    }, prefetchAfterMs)
    return () => clearTimeout(timer)
  }, [client, keys])
}

/** Band and event of the gigs within `limits.offlineGigDays`. */
function gigsSoon(events: readonly Event[], today: string): string[] {
  const last = addDays(today, limits.offlineGigDays)
  return events
    .filter(({ type, status, date }) => hasGigSheet(type) && status !== 'cancelled' && date >= today && date <= last)
    .slice(0, gigsPrefetched)
    .flatMap(({ bandId, id }) => (bandId ? [`${bandId}/${id}`] : []))
}

export function useGigSheetShare(params: EventKey) {
  return useQuery(endpointQuery('GET /api/bands/:bandId/events/:eventId/gig-sheet/share', { params }))
}

/** Makes the link, or changes what the live link shows. */
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

/** The sheet behind a link. Needs no session. */
export function useSharedSheet(token: string) {
  return useQuery(endpointQuery('GET /api/sheets/:token', { params: { token } }))
}
