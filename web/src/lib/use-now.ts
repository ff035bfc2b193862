// The current time as a store: it changes once a minute, for all components at once.

import { todayInLondon } from '@gaffer/domain/shared/dates'
import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The start of the current minute, epoch ms. */
export function useNowMs(): number {
  return useSyncExternalStore(subscribe, startOfCurrentMinute)
}

/** Today's date in London, also on a page that is still open after midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => todayInLondon(new Date()))
}

function startOfCurrentMinute(): number {
  return Math.floor(Date.now() / minuteMs) * minuteMs
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    notifyEachMinute()
    // Browsers throttle timers in background pages, so the time is updated when the page is shown again.
    document.addEventListener('visibilitychange', notifyListeners)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', notifyListeners)
  }
}

/** Notifies at the start of each minute, so that a page that is open over midnight shows the new day at once. */
function notifyEachMinute(): void {
  timer = setTimeout(
    () => {
      notifyEachMinute()
      notifyListeners()
    },
    minuteMs - (Date.now() % minuteMs),
  )
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
