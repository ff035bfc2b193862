// The requests that save and read a gig sheet.

import type { GigSheet, GigSheetInput } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { SheetLinkContent } from '@gaffer/domain/gig-sheets/sheet-link'
import type { EventPathParams } from '#lib/endpoint-path.ts'
import { generateIdempotencyKey, request } from '#lib/request.ts'
import { fetchLastActorName } from '#features/activity/queries.ts'
import { useChange } from '#offline/use-change.ts'
import './apply-sheet-edits.ts'

export type { GigSheet, SheetLinkContent }

/** `name` is the event's name, for the list of changes that wait to be sent. */
type GigSheetSave = { eventKey: EventPathParams; name: string; before: GigSheet; body: GigSheetInput }

/** Replaces the gig sheet. Fails with 412 (`stale`) if another member has saved it since it was read. */
export function useSaveGigSheet() {
  return useChange('PUT /api/bands/:bandId/events/:eventId/gig-sheet', {
    changes: 'events',
    // The form shows a failure in a toast, and an edit conflict in a dialog.
    failure: null,
    input: ({ eventKey, before, body }: GigSheetSave) => ({
      params: eventKey,
      version: before.version,
      body,
      idempotencyKey: generateIdempotencyKey(),
    }),
    keep: ({ eventKey, name, before, body }) => ({
      about: { id: eventKey.eventId, name, before },
      reply: { ...before, ...body } as GigSheet,
    }),
  })
}

/** Reads the stored sheet, bypassing the query cache, and the name of the member who last saved it (null if unknown). */
export async function fetchGigSheetWithLastEditor(
  params: EventPathParams,
): Promise<{ sheet: GigSheet; changedBy: string | null }> {
  const sheet = await request('GET /api/bands/:bandId/events/:eventId/gig-sheet', { params })
  return { sheet, changedBy: await fetchLastActorName(params.bandId, ({ verb }) => verb === 'changed_gig_sheet') }
}
