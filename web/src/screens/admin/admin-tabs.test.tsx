import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryKeyOf } from '#lib/endpoint-query.ts'
import { anOwnMembership, aUser } from '#testing/membership-fixture.ts'
import { renderPage } from '#testing/render-page.tsx'
import { AdminTabs } from './admin-page.tsx'

it('for a member who cannot read the enquiries, an address that names the tab "page" opens the band settings', async () => {
  const membership = anOwnMembership({ access: 'member' })
  await renderPage(<AdminTabs membership={membership} tab="page" onOpen={() => undefined} />, {
    cached: [[queryKeyOf('GET /api/me', {}), { user: aUser(), bands: [membership] }]],
  })
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Band Settings')
  expect(screen.getByRole('button', { name: 'Save Changes' })).toBeTruthy()
})
