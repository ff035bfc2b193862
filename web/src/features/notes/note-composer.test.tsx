import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { errorResponse } from '#testing/error-response.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast } from '#ui/toast-store.ts'
import { NoteComposer } from './note-composer.tsx'

const membership = anOwnMembership()
const about = { kind: 'event' as const, id: '0190a000-0000-7000-8000-0000000000e1' }

async function show(): Promise<HTMLTextAreaElement> {
  const thread = { bandId: membership.bandId, about, name: 'Launch' }
  await renderPage(<NoteComposer thread={thread} membershipId={membership.id} members={[]} atSeconds={null} />, {
    cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }]],
  })
  return screen.findByLabelText('Write a note')
}

afterEach(() => {
  dismissToast()
  localStorage.clear()
})

it('the text of a note that the server refuses is put back into the field, above what was typed meanwhile, and is still there when the page is opened again', async () => {
  let refuse: (() => void) | undefined
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') await new Promise<void>((resolve) => (refuse = resolve))
    return errorResponse(429, 'too_many_requests')
  })
  const field = await show()
  await userEvent.type(field, 'Bring the van')
  await userEvent.click(screen.getByRole('button', { name: 'Send the note' }))
  await waitFor(() => expect(refuse).toBeDefined())
  await userEvent.type(field, 'and the PA')
  refuse?.()
  await waitFor(() => expect(field.value).toBe('Bring the van\nand the PA'))
  cleanup()
  expect((await show()).value).toBe('Bring the van\nand the PA')
})
