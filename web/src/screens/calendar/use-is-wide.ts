// Whether there is room for titles in the cells of a month. The breakpoint is the one at which the side navigation stays.

import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 80rem)')

export function useIsWide(): boolean {
  return useSyncExternalStore(listen, () => wide.matches)
}

function listen(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
