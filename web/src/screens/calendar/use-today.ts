// Today in London, also for a page that is still open after midnight.

import { todayInLondon } from '@gaffer/domain/dates'
import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

export function useToday(): string {
  return useSyncExternalStore(listen, today)
}

function today(): string {
  return todayInLondon(new Date())
}

function listen(listener: () => void): () => void {
  const timer = setInterval(listener, minuteMs)
  // Timers rest while the page is in the background.
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}
