import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { errorResponse } from '#testing/error-response.ts'
import { renderPage } from '#testing/render-page.tsx'
import { dismissToast, readCurrentToast } from '#ui/toast-store.ts'
import { InviteByLink } from './invite-by-link.tsx'

// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
beforeAll(() => import('#lib/check-response.ts'))
afterEach(() => {
  vi.restoreAllMocks()
  dismissToast()
})

it('a new invitation link shows the day in London until which it works', async () => {
  const link = { inviteLink: 'https://gaffer.example/invite/abc', expiresAt: '2027-06-30T23:30:00.000Z' }
  vi.stubGlobal('fetch', async () => Response.json(link, { status: 201 }))
  await renderPage(<InviteByLink bandId="b1" bandName="The Foxes" />)
  fireEvent.click(screen.getByRole('button', { name: 'Generate invite link' }))
  expect(await screen.findByLabelText('Link, good until 01/07/2027')).toBeTruthy()
})

it('an invitation link stays on screen when the server refuses to make another', async () => {
  const link = { inviteLink: 'https://gaffer.example/invite/abc', expiresAt: '2027-06-30T23:30:00.000Z' }
  vi.stubGlobal('fetch', async () => Response.json(link, { status: 201 }))
  await renderPage(<InviteByLink bandId="b1" bandName="The Foxes" />)
  fireEvent.click(screen.getByRole('button', { name: 'Generate invite link' }))
  await screen.findByDisplayValue(link.inviteLink)
  vi.stubGlobal('fetch', async () => errorResponse(429, 'too_many_requests'))
  // The second click of a double click is ignored.
  const later = performance.now() + 1000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  fireEvent.click(screen.getByRole('button', { name: 'Make another link' }))
  await waitFor(() => expect(readCurrentToast()).toMatchObject({ title: invitationMessages.linkNotMade }))
  expect(screen.getByDisplayValue(link.inviteLink)).toBeTruthy()
})

it('a note for the next link that is typed while a link is made stays', async () => {
  const link = { inviteLink: 'https://gaffer.example/invite/abc', expiresAt: '2027-06-30T23:30:00.000Z' }
  let answer: (() => void) | undefined
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return Response.json(link, { status: 201 })
  })
  await renderPage(<InviteByLink bandId="b1" bandName="The Foxes" />)
  const note = () => screen.getByLabelText<HTMLInputElement>(/^Note/)
  fireEvent.change(note(), { target: { value: 'For Jo' } })
  fireEvent.click(screen.getByRole('button', { name: 'Generate invite link' }))
  await waitFor(() => expect(answer).toBeDefined())
  fireEvent.change(note(), { target: { value: 'For Ali' } })
  answer?.()
  await screen.findByDisplayValue(link.inviteLink)
  expect(note().value).toBe('For Ali')
})
