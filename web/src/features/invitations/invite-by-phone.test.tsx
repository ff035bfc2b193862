import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { InviteByPhone } from './invite-by-phone.tsx'

it('the field for the number to invite turns the browser’s autofill off', async () => {
  await renderPage(<InviteByPhone bandId="b1" />)
  expect(screen.getByLabelText('Phone number').getAttribute('autocomplete')).toBe('off')
})
