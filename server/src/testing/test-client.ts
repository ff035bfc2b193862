// An API client that stores cookies and sends JSON, or bytes as they are. Node's own HTTP client takes a third of the CPU time of `fetch`.

import { once } from 'node:events'
import { Agent, request as startRequest, type IncomingMessage } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { User } from '@gaffer/domain/sign-in/user'
import type { SetUp } from './set-up.ts'

export type TestResponse = {
  status: number
  headers: Headers
  // Untyped, because tests read responses of every shape. generated-bodies.test.ts checks them against their schemas.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  text: string
}

const agent = new Agent({ keepAlive: true })

export class TestClient {
  readonly url: string
  readonly cookies: Map<string, string>
  /** Sets up without requests; undefined where the server runs in another process. */
  readonly setUp: SetUp | undefined
  readonly #user: User | undefined

  constructor(
    url: string,
    cookies: Record<string, string> = {},
    user?: User,
    setUpFor?: (cookies: ReadonlyMap<string, string>) => SetUp,
  ) {
    this.url = url
    this.cookies = new Map(Object.entries(cookies))
    this.#user = user
    this.setUp = setUpFor?.(this.cookies)
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
    const bytes = body === undefined ? undefined : Buffer.from(isJson ? JSON.stringify(body) : (body as string))
    const { hostname, port, pathname, search } = new URL(this.url + path)
    const request = startRequest({
      agent,
      hostname,
      port,
      method,
      path: pathname + search,
      headers: {
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...(typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}),
        ...(bytes && { 'content-length': bytes.length }),
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...headers,
      },
    })
    request.end(bytes)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const replyHeaders = readHeaders(response)
    this.#keepCookies(replyHeaders.getSetCookie())
    const type = replyHeaders.get('content-type') ?? ''
    // Event streams never end: close them at once.
    const isStream = type.startsWith('text/event-stream')
    if (isStream) response.destroy()
    const text = isStream ? '' : await readText(response)
    const isReplyJson = text !== '' && type.startsWith('application/json') && !replyHeaders.has('content-encoding')
    return {
      status: response.statusCode as number,
      headers: replyHeaders,
      text,
      body: isReplyJson ? JSON.parse(text) : text,
    }
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

function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
  return headers
}
