// Restores deleted events, days away, songs and set lists.

import type { RestorableKind } from '@gaffer/domain/activity/activity'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { ChangeKind } from '@gaffer/domain/shared/change-notification'
import type { Setlist } from '@gaffer/domain/set-lists/set-list'
import type { Song } from '@gaffer/domain/songs/song'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/request.ts'
import { invalidateChanges } from '#lib/invalidation.ts'
import { mapIdsInParallel } from '#lib/run-in-parallel.ts'

/** Deleted objects of one band, or deleted days away, which belong to the user. */
export type DeletedItems =
  | { kind: Exclude<RestorableKind, 'daysAway'>; bandId: string; ids: readonly string[] }
  | { kind: 'daysAway'; bandId: null; ids: readonly string[] }

const changeKinds: Record<RestorableKind, ChangeKind> = {
  event: 'events',
  daysAway: 'events',
  song: 'songs',
  setlist: 'setlists',
}

/** Restores objects in parallel and stops after the first failure; resolves to the restored objects and the failure. */
export function useRestoreDeletedItems() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deleted: DeletedItems) => mapIdsInParallel(deleted.ids, (id) => restoreOne(deleted, id)),
    onSuccess: (_, { bandId, kind }) => invalidateChanges(client, [{ bandId, what: changeKinds[kind] }]),
  })
}

/** Restores one object. The request also succeeds if another member has restored it already. */
function restoreOne({ kind, bandId }: DeletedItems, id: string): Promise<CalendarEntry | Song | Setlist> {
  switch (kind) {
    case 'event':
      return request('POST /api/bands/:bandId/events/:eventId/restore', { params: { bandId, eventId: id } })
    case 'daysAway':
      return request('POST /api/me/events/:eventId/restore', { params: { eventId: id } })
    case 'song':
      return request('POST /api/bands/:bandId/songs/:songId/restore', { params: { bandId, songId: id } })
    case 'setlist':
      return request('POST /api/bands/:bandId/setlists/:setlistId/restore', { params: { bandId, setlistId: id } })
  }
}
