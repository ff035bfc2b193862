import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { markConnectionLost } from '#lib/connection.ts'
import { listDirtyForms, registerForm } from '#ui/open-forms.ts'
import { readOutboxState } from '#offline/outbox-state.ts'
import { makeChange } from '#offline/make-change.ts'
import { listChanges } from '#offline/outbox-store.ts'
import { meQueryOptions } from '#lib/me.ts'
import { queryClient } from '#lib/query-client.ts'
import { signOut } from './sign-out.ts'

it('a sign-out that is declined at its last question keeps the waiting changes and the unsaved entries', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  queryClient.setQueryData(meQueryOptions.queryKey, { user: { id: 'u1' }, bands: [] } as never)
  markConnectionLost()
  const params = { bandId: 'b1', eventId: 'e1' }
  const input = { params, body: { notes: 'New' }, version: 1, idempotencyKey: 'k1' }
  const about = { id: 'e1', name: 'Tonight', before: { notes: 'Old' } }
  await makeChange(queryClient, 'PATCH /api/bands/:bandId/events/:eventId', input, about)
  let isDiscarded = false
  registerForm({ isDirty: () => !isDiscarded, discard: () => (isDiscarded = true), draft: null })
  const leaving = signOut()
  await expect.poll(() => readOutboxState().signOutQuestion).not.toBeNull()
  readOutboxState().signOutQuestion?.(false)
  await leaving
  expect(listDirtyForms()).toHaveLength(1)
  expect(await listChanges('u1')).toMatchObject([{ body: { notes: 'New' } }])
})
