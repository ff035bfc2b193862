// The current time as a store: it changes once a minute, for all components at once.

import { todayInLondon } from '@gaffer/domain/shared/dates'
import { useSyncExternalStore } from 'react'

const minuteMs = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The start of the current minute, epoch ms. */
export function useNowMs(): number {
  return useSyncExternalStore(listen, thisMinute)
}

/** Today's date in London, also on a page that is still open after midnight. */
export function useToday(): string {
  return useSyncExternalStore(listen, () => todayInLondon(new Date()))
}

function thisMinute(): number {
  return Math.floor(Date.now() / minuteMs) * minuteMs
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) {
    notifyEachMinute()
    // Browsers throttle timers in background pages.
    document.addEventListener('visibilitychange', notify)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', notify)
  }
}

/** At the start of each minute: a page that is open over midnight shows the new day at once. */
function notifyEachMinute(): void {
  timer = setTimeout(
    () => {
      notifyEachMinute()
      notify()
    },
    minuteMs - (Date.now() % minuteMs),
  )
}

function notify(): void {
  for (const listener of listeners) listener()
}
