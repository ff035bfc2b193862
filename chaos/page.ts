// Requests of the app's pages, made in this process.

import type { TestClient } from '../server/src/testing/test-client.ts'

export const networkFetch = globalThis.fetch

/** `fetch` as in a page of the server: paths are relative to it, and the browser sends the caller's cookies. */
export function fetchInPage(caller: TestClient): typeof fetch {
  return (path, options) => {
    if (typeof path !== 'string' || !path.startsWith('/')) return networkFetch(path, options)
    const headers = new Headers(options?.headers)
    headers.set('cookie', [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    return networkFetch(caller.url + path, { ...options, headers })
  }
}
