// The theme: the member's choice, stored in the browser, except on routes whose theme is always dark.

import { isAlwaysDark } from '@gaffer/domain/routes'
import { useSyncExternalStore } from 'react'
import { readStored, store } from '#lib/browser-storage.ts'

export type Theme = 'dark' | 'light'

const listeners = new Set<() => void>()

export function chosenTheme(): Theme {
  return readStored('theme') === 'light' ? 'light' : 'dark'
}

/** Also colours the browser's address bar. Before the first paint, public/theme.js has done both. */
export function applyTheme(path: string): void {
  const page = document.documentElement
  const theme = isAlwaysDark(path) ? 'dark' : chosenTheme()
  // getComputedStyle forces a style recalculation of the whole page.
  if (page.dataset.theme === theme) return
  page.dataset.theme = theme
  const background = getComputedStyle(page).getPropertyValue('--bg').trim()
  document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', background)
}

export function useTheme(): [theme: Theme, toggle: () => void] {
  const theme = useSyncExternalStore(listen, chosenTheme)
  const toggle = () => {
    store('theme', theme === 'dark' ? 'light' : 'dark')
    applyTheme(location.pathname)
    for (const listener of listeners) listener()
  }
  return [theme, toggle]
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
