// One connection over which the server says what changed, open while somebody looks at the page. Knows when to listen,
// and nothing of what is said.

import { addressOf, pageId } from './request.ts'
import { onConnectionChange, readConnection } from './connection.ts'

type Ears = {
  onMessage: (text: string) => void
  /** It is open, for the first time or again: before, something may have been said. */
  onOpen: (isAgain: boolean) => void
  /** It broke. Resolves when it has been found out what of: a session that is over, a lost connection, or neither. */
  onBreak: () => Promise<unknown>
}

/** A browser has six connections to one server, and a phone one battery: a page that nobody sees gives its own back. */
const unseenMs = 5_000
const mostPatienceMs = 60_000

/** Listens until the returned function is called. */
export function listenLive({ onMessage, onOpen, onBreak }: Ears): () => void {
  let source: EventSource | null = null
  let wasOpen = false
  let breaks = 0
  let leaving: ReturnType<typeof setTimeout> | undefined
  let returning: ReturnType<typeof setTimeout> | undefined

  function open() {
    if (source || document.hidden || readConnection().isLost) return
    clearTimeout(returning)
    source = new EventSource(addressOf('GET /api/me/live', { query: { page: pageId } }))
    source.addEventListener('open', () => {
      breaks = 0
      onOpen(wasOpen)
      wasOpen = true
    })
    source.addEventListener('message', ({ data }) => onMessage(String(data)))
    source.addEventListener('error', comeBack)
  }

  function close() {
    source?.close()
    source = null
  }

  /** By ourselves: an EventSource would go on calling, and complaining, through any outage. */
  function comeBack() {
    close()
    breaks += 1
    // Not all pages at once, when it was the server that went.
    const wait = Math.min(500 * 2 ** breaks, mostPatienceMs) * (0.5 + Math.random())
    clearTimeout(returning)
    returning = setTimeout(() => void onBreak().then(open), wait)
  }

  function onVisibility() {
    clearTimeout(leaving)
    if (document.hidden) leaving = setTimeout(close, unseenMs)
    else open()
  }

  const forgetConnection = onConnectionChange(open)
  document.addEventListener('visibilitychange', onVisibility)
  open()
  return () => {
    forgetConnection()
    document.removeEventListener('visibilitychange', onVisibility)
    clearTimeout(leaving)
    clearTimeout(returning)
    close()
  }
}
