import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { readCurrentToast } from '#ui/toast-store.ts'
import { InviteByPhone } from './invite-by-phone.tsx'

it('the field for the number to invite turns the browser’s autofill off', async () => {
  await renderPage(<InviteByPhone bandId="b1" />)
  expect(screen.getByLabelText('Phone number').getAttribute('autocomplete')).toBe('off')
})

it('a number that is typed while an invitation is sent by text stays, and the name of the sent invitation is cleared', async () => {
  let answer: (() => void) | undefined
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return Response.json({ phone: '+447700900801', expiresAt: '2027-06-30T23:30:00.000Z' }, { status: 201 })
  })
  await renderPage(<InviteByPhone bandId="b1" />)
  const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
  fireEvent.change(field('Phone number'), { target: { value: '07700 900801' } })
  fireEvent.change(field(/^Name/), { target: { value: 'Jo' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send invite' }))
  await waitFor(() => expect(answer).toBeDefined())
  fireEvent.change(field('Phone number'), { target: { value: '07700 900802' } })
  answer?.()
  await waitFor(() => expect(readCurrentToast()?.title).toBe(invitationMessages.phoneInviteSent))
  await waitFor(() => expect(field(/^Name/).value).toBe(''))
  expect(field('Phone number').value).toContain('900802')
})
