import * as z from 'zod/mini'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { limits } from '@gaffer/domain/shared/limits'
import { Setlist, SetlistChangesInput, SetlistInput } from './set-list.ts'

export const setlistsApi = {
  listSetlists: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/setlists',
    offline: true,
    summary: "List the band's set lists with their items, the last changed one first",
    status: 200,
    response: z.array(Setlist),
  }),
  readSetlist: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/setlists/:setlistId',
    offline: true,
    summary: 'Get a set list. A song that was removed from the practice list is a line with its title',
    status: 200,
    response: Setlist,
  }),
  addSetlist: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/setlists',
    summary: 'Add a set list: empty, with items, or with the items of another set list of the band',
    body: SetlistInput,
    status: 201,
    response: Setlist,
    idempotent: true,
    changes: 'setlists',
    errors: ['conflict'],
  }),
  changeSetlist: defineEndpoint({
    method: 'PATCH',
    path: '/api/bands/:bandId/setlists/:setlistId',
    summary: 'Change a set list; items are replaced as a whole, fields left out stay unchanged',
    body: SetlistChangesInput,
    status: 200,
    response: Setlist,
    versioned: true,
    changes: 'setlists',
  }),
  deleteSetlist: defineEndpoint({
    method: 'DELETE',
    path: '/api/bands/:bandId/setlists/:setlistId',
    summary: 'Delete a set list; its events have none then',
    status: 204,
    versioned: true,
    changes: 'setlists',
  }),
  restoreSetlist: defineEndpoint({
    method: 'POST',
    path: '/api/bands/:bandId/setlists/:setlistId/restore',
    summary: `Restore a set list, also for its events, within ${limits.restorableDays} days of its deletion`,
    status: 200,
    response: Setlist,
    changes: 'setlists',
    errors: ['conflict'],
  }),
}
