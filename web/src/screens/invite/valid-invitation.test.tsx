import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { ValidInvitation } from './invite-page.tsx'

const token = 'a'.repeat(43)

it('the invitation card shows the token as one truncated line', async () => {
  await renderPage(<ValidInvitation token={token} invitation={{ band: null, invitedBy: 'Mags' } as never} />)
  const line = screen.getByText(token).closest('p')
  expect(line?.textContent).toBe(`Invitation ${token}`)
  expect(line?.classList.contains('truncate')).toBe(true)
})
