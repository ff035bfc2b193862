// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '#testing/render-page.tsx'
import { bottomNavigationItems } from './navigation.ts'
import { NavigationTab } from './navigation-link.tsx'

it('the bottom tab Song Lists shows "Soon", and no other tab does', async () => {
  await renderPage(bottomNavigationItems.map((item) => <NavigationTab key={item.label} item={item} />))
  expect(screen.getByRole('button', { name: 'Song Lists Soon' })).toBeTruthy()
  expect(screen.getAllByText('Soon')).toHaveLength(1)
})
