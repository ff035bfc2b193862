import { useSyncExternalStore } from 'react'

/**
 * `wide` has room for the side navigation, `middle` for titles in the cells of the month, `narrow` for three icons in a cell, and `tight`
 * for two.
 */
export type Breakpoint = 'tight' | 'narrow' | 'middle' | 'wide'

const breakpoints = [
  { width: 'wide', query: matchMedia('(min-width: 80rem)') },
  { width: 'middle', query: matchMedia('(min-width: 48rem)') },
  { width: 'narrow', query: matchMedia('(min-width: 22.5rem)') },
] as const

export function useBreakpoint(): Breakpoint {
  return useSyncExternalStore(subscribe, currentBreakpoint)
}

export function useIsPhone(): boolean {
  const breakpoint = useBreakpoint()
  return breakpoint === 'narrow' || breakpoint === 'tight'
}

function currentBreakpoint(): Breakpoint {
  return breakpoints.find(({ query }) => query.matches)?.width ?? 'tight'
}

function subscribe(listener: () => void): () => void {
  for (const { query } of breakpoints) query.addEventListener('change', listener)
  return () => {
    for (const { query } of breakpoints) query.removeEventListener('change', listener)
  }
}
