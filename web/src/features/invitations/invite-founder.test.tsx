import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { InviteFounder } from './invite-founder.tsx'

// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
beforeAll(() => import('#lib/check-response.ts'))

it('the link for a founder shows the day in London until which it works', async () => {
  const link = { inviteLink: 'https://gaffer.example/invite/abc', expiresAt: '2027-06-30T23:30:00.000Z' }
  vi.stubGlobal('fetch', async () => Response.json(link, { status: 201 }))
  await renderPage(<InviteFounder />)
  fireEvent.click(screen.getByRole('button', { name: 'Invite a founder' }))
  expect(await screen.findByLabelText('Link, good until 01/07/2027')).toBeTruthy()
})
