// Requests of the app's pages, made in this process.

import type { TestClient } from '../../server/src/testing/test-client.ts'

export const originalFetch = globalThis.fetch

/** `fetch` as in a page of the server: paths are relative to it, and the browser sends the caller's cookies. */
export function createPageFetch(caller: TestClient): typeof fetch {
  return (path, options) => {
    if (typeof path !== 'string' || !path.startsWith('/')) return originalFetch(path, options)
    const headers = new Headers(options?.headers)
    headers.set('cookie', [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    return originalFetch(caller.url + path, { ...options, headers })
  }
}
