// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { meQueryOptions } from '#api/me.ts'
import { aUser } from '#testing/membership-fixture.ts'
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
