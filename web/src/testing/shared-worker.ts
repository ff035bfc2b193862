// Runs before each test file of the web app. The files of a worker share React and the page (`isolate: false`): each gets the app's own
// modules anew, so that no store has what an earlier file left there, and leaves an empty page.

import { afterAll, afterEach, vi } from 'vitest'

vi.resetModules()

// Open channels of an earlier file's outbox would receive the messages of this file.
const channels: BroadcastChannel[] = []
const NodeChannel = globalThis.BroadcastChannel
globalThis.BroadcastChannel = class extends NodeChannel {
  constructor(name: string) {
    super(name)
    channels.push(this)
  }
}

const { cleanup } = typeof document === 'undefined' ? { cleanup: null } : await import('@testing-library/react')
if (cleanup) {
  // Without a server, requests stay pending unless the test stubs fetch.
  globalThis.fetch = () => new Promise(() => undefined)
  afterEach(cleanup)
}

afterAll(async () => {
  // A lost connection would be probed for ever, in the next files too.
  const { markConnected } = await import('#lib/connection.ts')
  markConnected()
  for (const channel of channels) channel.close()
  globalThis.BroadcastChannel = NodeChannel
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  Reflect.deleteProperty(globalThis, 'indexedDB')
  // The next file's first read of an address would take its prefetched response.
  globalThis.gafferPrefetch = undefined
  if (!cleanup) return
  document.body.replaceChildren()
  document.title = ''
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
