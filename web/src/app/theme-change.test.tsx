import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { storageKeys } from '#lib/browser-storage.ts'
import { ThemeToggle } from './navigation.tsx'
import { applyAndFollowTheme } from './theme.ts'

function changeInAnotherTab(theme: string) {
  localStorage.setItem(storageKeys.theme, theme)
  act(() => void dispatchEvent(new StorageEvent('storage', { key: storageKeys.theme, newValue: theme })))
}

it('a theme change in another tab changes the page and the toggle, until applyAndFollowTheme is stopped', () => {
  const stop = applyAndFollowTheme('/dashboard')
  render(<ThemeToggle />)
  expect(document.documentElement.dataset['theme']).toBe('dark')
  changeInAnotherTab('light')
  expect(document.documentElement.dataset['theme']).toBe('light')
  expect(screen.getByRole('button').textContent).toBe('Dark theme')
  stop()
  changeInAnotherTab('dark')
  expect(document.documentElement.dataset['theme']).toBe('light')
})

it('the sign-in page stays dark when another tab changes to the light theme', () => {
  const stop = applyAndFollowTheme('/login')
  changeInAnotherTab('light')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  stop()
})
