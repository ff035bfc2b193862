import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { meQueryOptions } from '#lib/me.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { UserMenu } from './user-menu.tsx'

it.each([
  ['Ros', 'Your menu: Ros'],
  [null, 'Your menu: Your account'],
])('the menu button of a user with the display name %j is called "%s"', async (displayName, name) => {
  const me = { user: aUser({ displayName }), bands: [] }
  await renderPage(<UserMenu />, { cached: [[meQueryOptions.queryKey, me]] })
  expect(screen.getByRole('button', { name })).toBeTruthy()
})

it('the description of the menu item Exit Band is "Back to my personal calendar"', async () => {
  const me = { user: aUser(), bands: [anOwnMembership()] }
  await renderPage(<UserMenu />, { cached: [[meQueryOptions.queryKey, me]] })
  fireEvent.click(screen.getByRole('button', { name: 'Your menu: Ros' }))
  const item = await screen.findByRole('menuitem', { name: 'Exit Band' })
  const hint = document.getElementById(item.getAttribute('aria-describedby') as string)
  expect(hint?.textContent).toBe('Back to my personal calendar')
})
