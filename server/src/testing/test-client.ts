// One browser or program that calls the API: keeps cookies, sends JSON, and reads whatever comes back.

import type { User } from '@gaffer/domain/user'

export type Answer = {
  status: number
  headers: Headers
  // Tests look into replies of every shape; the schemas are held against them elsewhere.
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

  /** Who is signed in; only for callers made by the server. */
  get user(): User {
    if (!this.#user) throw new Error('This caller has no user: sign in first')
    return this.#user
  }

  get = (path: string, headers: Record<string, string> = {}) => this.send('GET', path, undefined, headers)
  post = (path: string, body?: unknown, headers: Record<string, string> = {}) => this.send('POST', path, body, headers)
  put = (path: string, body?: unknown, headers: Record<string, string> = {}) => this.send('PUT', path, body, headers)
  patch = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    this.send('PATCH', path, body, headers)
  delete = (path: string, headers: Record<string, string> = {}) => this.send('DELETE', path, undefined, headers)

  async send(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const isJson = body !== undefined && typeof body !== 'string'
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
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as string) }),
    })
    this.#keepCookies(response.headers.getSetCookie())
    // What has no end is left as soon as it has begun.
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
