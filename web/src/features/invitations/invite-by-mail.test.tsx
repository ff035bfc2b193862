import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { anOwnMembership } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast } from '#ui/toast-store.ts'
import { InviteToMembershipDialog } from './invite-by-mail.tsx'

it('the dialog of an invitation by mail stays open with an address that is typed while the invitation is sent', async () => {
  const { band: _, ...member } = anOwnMembership({ status: 'invited', displayName: 'Jo' })
  let answer: (() => void) | undefined
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return Response.json(member, { status: 201 })
  })
  const onClose = vi.fn()
  await renderPage(<InviteToMembershipDialog bandId={member.bandId} member={member} onClose={onClose} />)
  const field = () => screen.getByLabelText<HTMLInputElement>('Email')
  fireEvent.change(field(), { target: { value: 'jo@exmaple.com' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(answer).toBeDefined())
  fireEvent.change(field(), { target: { value: 'jo@example.com' } })
  answer?.()
  await waitFor(() => expect(readCurrentToast()?.title).toBe(bandMessages.memberInvited))
  expect(field().value).toBe('jo@example.com')
  expect(onClose).not.toHaveBeenCalled()
})
