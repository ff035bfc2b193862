// Today in London, also for a page that is still open after midnight.

import { todayInLondon } from '@gaffer/domain/dates'
import { useSyncExternalStore } from 'react'

const minuteMs = 60_000

export function useToday(): string {
  return useSyncExternalStore(listen, today)
}

let known = { minute: 0, date: '' }

/** Asked at every drawing, and a zone's calendar is slow to read: once a minute is enough. */
function today(): string {
  const minute = Math.floor(Date.now() / minuteMs)
  if (minute !== known.minute) known = { minute, date: todayInLondon(new Date()) }
  return known.date
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
