import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { meQueryOptions } from '#lib/me.ts'
import { queryClient } from '#lib/query-client.ts'
import { anEvent } from '#testing/event-fixture.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { addChange, listChanges, removeChangesOfUser } from '#offline/outbox-store.ts'
import { sendWaitingChanges, startOutbox } from '#offline/page-outbox.ts'
import { OutboxDialogs } from './outbox-dialogs.tsx'

const user = aUser()
const event = anEvent({ title: 'Tonight' })
let keys: (string | null)[]

beforeAll(async () => {
  await import('#lib/check-response.ts')
  vi.stubGlobal('fetch', async (_: string, { headers, method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') keys.push(new Headers(headers).get('idempotency-key'))
    return Response.json({ ...event, version: 2 })
  })
  queryClient.setQueryData(meQueryOptions.queryKey, { user, bands: [anOwnMembership()] })
  await startOutbox()
})
beforeEach(() => void (keys = []))
afterEach(() => removeChangesOfUser(user.id))

async function showOldChange() {
  await addChange({
    userId: user.id,
    endpoint: 'PATCH /api/bands/:bandId/events/:eventId',
    params: { bandId: anOwnMembership().bandId, eventId: event.id },
    body: { notes: 'Mine' },
    madeAt: Date.now() - 40 * 86_400_000,
    version: 1,
    idempotencyKey: 'old key',
    subjectId: event.id,
    words: 'Your changes to Tonight',
    before: event,
  })
  await act(() => sendWaitingChanges())
  await renderPage(<OutboxDialogs />)
  const question = await screen.findByRole('alertdialog', { name: 'Send a change from over 30 days ago?' })
  expect(question.textContent).toContain('Your changes to Tonight')
  expect(keys).toEqual([])
}

/** Repeats the press, because the dialog ignores presses for its first 500 ms. */
const press = (name: string) =>
  waitFor(async () => {
    const button = screen.queryByRole('button', { name })
    if (button) await act(async () => fireEvent.click(button))
    expect(await listChanges(user.id)).toEqual([])
  })

it('a change from over 30 days ago is sent with a new idempotency key after the member chooses Send', async () => {
  await showOldChange()
  await press('Send')
  expect(keys).toHaveLength(1)
  expect(keys[0]).not.toBe('old key')
})

it('a change from over 30 days ago is deleted and not sent after the member chooses Delete', async () => {
  await showOldChange()
  await press('Delete')
  expect(keys).toEqual([])
})
