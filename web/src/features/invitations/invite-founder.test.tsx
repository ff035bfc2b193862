import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { errorResponse } from '#testing/error-response.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast, readCurrentToast } from '#ui/toast-store.ts'
import { InviteFounder } from './invite-founder.tsx'

// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
beforeAll(() => import('#lib/check-response.ts'))
afterEach(dismissToast)

it('the link for a founder shows the day in London until which it works', async () => {
  const link = { inviteLink: 'https://gaffer.example/invite/abc', expiresAt: '2027-06-30T23:30:00.000Z' }
  vi.stubGlobal('fetch', async () => Response.json(link, { status: 201 }))
  await renderPage(<InviteFounder />)
  fireEvent.click(screen.getByRole('button', { name: 'Invite a founder' }))
  expect(await screen.findByLabelText('Link, good until 01/07/2027')).toBeTruthy()
})

it('the link for a founder stays on screen when the server refuses to make another', async () => {
  const link = { inviteLink: 'https://gaffer.example/invite/abc', expiresAt: '2027-06-30T23:30:00.000Z' }
  vi.stubGlobal('fetch', async () => Response.json(link, { status: 201 }))
  await renderPage(<InviteFounder />)
  fireEvent.click(screen.getByRole('button', { name: 'Invite a founder' }))
  await screen.findByDisplayValue(link.inviteLink)
  vi.stubGlobal('fetch', async () => errorResponse(429, 'too_many_requests'))
  fireEvent.click(screen.getByRole('button', { name: 'Make another link' }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: invitationMessages.linkNotMade }))
  expect(screen.getByDisplayValue(link.inviteLink)).toBeTruthy()
})
