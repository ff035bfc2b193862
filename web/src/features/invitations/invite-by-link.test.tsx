import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it, vi } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { InviteByLink } from './invite-by-link.tsx'

// Preloads the response checker: the first response would import it, which can take longer than `waitFor` waits.
beforeAll(() => import('#lib/check-response.ts'))

it('a new invitation link shows the day in London until which it works', async () => {
  const link = { inviteLink: 'https://gaffer.example/invite/abc', expiresAt: '2027-06-30T23:30:00.000Z' }
  vi.stubGlobal('fetch', async () => Response.json(link, { status: 201 }))
  await renderPage(<InviteByLink bandId="b1" bandName="The Foxes" />)
  fireEvent.click(screen.getByRole('button', { name: 'Generate invite link' }))
  expect(await screen.findByLabelText('Link, good until 01/07/2027')).toBeTruthy()
})
