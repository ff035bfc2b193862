// How much room there is across the screen: for the side navigation beside the page, for titles in the cells of a month,
// for three small pictures in one, or for less.

import { useSyncExternalStore } from 'react'

export type Width = 'tight' | 'narrow' | 'middle' | 'wide'

const steps = [
  { width: 'wide', query: matchMedia('(min-width: 80rem)') },
  { width: 'middle', query: matchMedia('(min-width: 48rem)') },
  { width: 'narrow', query: matchMedia('(min-width: 22.5rem)') },
] as const

export function useBreakpoint(): Width {
  return useSyncExternalStore(listen, width)
}

function width(): Width {
  return steps.find(({ query }) => query.matches)?.width ?? 'tight'
}

function listen(listener: () => void): () => void {
  for (const { query } of steps) query.addEventListener('change', listener)
  return () => {
    for (const { query } of steps) query.removeEventListener('change', listener)
  }
}
