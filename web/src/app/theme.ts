// The theme: the member's choice, stored in the browser, except on routes whose theme is always dark.

import { isAlwaysDark } from '@gaffer/domain/routes'
import { readStored } from '#lib/browser-storage.ts'

export type Theme = 'dark' | 'light'

export function readChosenTheme(): Theme {
  return readStored('theme') === 'light' ? 'light' : 'dark'
}

/** Also sets the colour of the browser's address bar. public/theme.js has set both before the first paint. */
export function applyTheme(path: string): void {
  const page = document.documentElement
  const theme = isAlwaysDark(path) ? 'dark' : readChosenTheme()
  // Returns early, because getComputedStyle forces a style recalculation of the whole page.
  if (page.dataset.theme === theme) return
  page.dataset.theme = theme
  const background = getComputedStyle(page).getPropertyValue('--bg').trim()
  document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', background)
}

/** Applies the theme now, and again when it changes in this tab or another one. Returns a function that unsubscribes. */
export function applyAndFollowTheme(path: string): () => void {
  const apply = () => applyTheme(path)
  apply()
  return subscribeToTheme(apply)
}

/**
 * Calls the listener after each `storage` event. The event may be of another key, so the listener has to read the theme again. Browsers
 * dispatch the event in other tabs only; `ThemeToggle` dispatches one in its own tab.
 */
export function subscribeToTheme(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
