// Whether there is room for the side navigation beside the page, and with it for titles in the cells of a month.

import { useSyncExternalStore } from 'react'

const wide = matchMedia('(min-width: 80rem)')

export function useIsWide(): boolean {
  return useSyncExternalStore(listen, () => wide.matches)
}

function listen(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
