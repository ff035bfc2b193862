// An API client that stores cookies and sends JSON, or bytes as they are.

import type { User } from '@gaffer/domain/sign-in/user'

export type TestResponse = {
  status: number
  headers: Headers
  // Untyped, because tests read responses of every shape. generated-bodies.test.ts checks them against their schemas.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  text: string
}

export class TestClient {
  readonly url: string
  readonly cookies: Map<string, string>
  readonly #user: User | undefined

  constructor(url: string, cookies: Record<string, string> = {}, user?: User) {
    this.url = url
    this.cookies = new Map(Object.entries(cookies))
    this.#user = user
  }

  /** The signed-in user; only for clients made by `createUser`. */
  get user(): User {
    if (!this.#user) throw new Error('This client has no user: create it with createUser()')
    return this.#user
  }

  get = (path: string, headers: Record<string, string> = {}) => this.send('GET', path, undefined, headers)
  post = (path: string, body?: unknown, headers: Record<string, string> = {}) => this.send('POST', path, body, headers)
  put = (path: string, body?: unknown, headers: Record<string, string> = {}) => this.send('PUT', path, body, headers)
  patch = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    this.send('PATCH', path, body, headers)
  delete = (path: string, headers: Record<string, string> = {}) => this.send('DELETE', path, undefined, headers)

  async send(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
    const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array)
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isJson ? JSON.stringify(body) : (body as string | Uint8Array<ArrayBuffer>) }),
    })
    this.#keepCookies(response.headers.getSetCookie())
    // Event streams never end: close them at once.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const text = isStream ? '' : await response.text()
    if (isStream) await response.body?.cancel()
    const isReplyJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, text, body: isReplyJson ? JSON.parse(text) : text }
  }

  #keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (!name) continue
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
  }
}
