// Dark or light: the member's choice, kept in the browser, except on the pages that are always dark.

import { readStored } from '#lib/browser-storage.ts'

export type Theme = 'dark' | 'light'

export function isForcedDark(path: string): boolean {
  return /^\/(login|onboarding|invite\/.*)?\/?$/.test(path)
}

export function chosenTheme(): Theme {
  return readStored('theme') === 'light' ? 'light' : 'dark'
}

/** Also colours the browser's own bar. Before the first paint, public/theme.js has done both. */
export function applyTheme(path: string): void {
  const page = document.documentElement
  const theme = isForcedDark(path) ? 'dark' : chosenTheme()
  // To ask for a colour makes the browser work out the looks of all that was just drawn.
  if (page.dataset.theme === theme) return
  page.dataset.theme = theme
  const background = getComputedStyle(page).getPropertyValue('--bg').trim()
  document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', background)
}

/** Applies the theme, and again when it changes in this tab or another one. Returns the clean-up. */
export function followTheme(path: string): () => void {
  const apply = () => applyTheme(path)
  apply()
  return listenForTheme(apply)
}

/** The browser tells other tabs of a change; `ThemeToggle` tells its own. */
export function listenForTheme(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
