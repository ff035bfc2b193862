// A client of the change stream (SSE).

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ChangeNotification } from '@gaffer/domain/shared/change-notification'
import type { TestClient } from './test-client.ts'
import type { TestServer } from './test-server.ts'

export type ChangeStream = {
  status: number
  headers: Headers
  /** The changes received so far. */
  changes: ChangeNotification[]
  /** The received text, heartbeats included. */
  raw(): string
  /** Resolves when the server has closed the stream. */
  ended: Promise<void>
  leave(): void
}

/** Opens the stream; resolves after its first bytes. From then on the stream gets every change. */
export async function openChangeStream(
  { url, cookies }: TestClient,
  { page, headers = {} }: { page?: string; headers?: Record<string, string> } = {},
): Promise<ChangeStream> {
  const leaving = new AbortController()
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${url}/api/me/live${page ? `?page=${page}` : ''}`, {
    headers: { cookie, accept: 'text/event-stream', 'accept-encoding': 'br, gzip', ...headers },
    signal: leaving.signal,
  })
  const changes: ChangeNotification[] = []
  let text = ''
  const begun = Promise.withResolvers<void>()
  const ended = read()
  if (response.status === 200) await begun.promise
  return {
    status: response.status,
    headers: response.headers,
    changes,
    raw: () => text,
    ended,
    leave: () => leaving.abort(),
  }

  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for await (const bytes of response.body ?? []) {
        const piece = decoder.decode(bytes, { stream: true })
        text += piece
        rest += piece
        const events = rest.split('\n\n')
        rest = events.pop() ?? ''
        for (const event of events) {
          if (event.startsWith('data: ')) changes.push(ChangeNotification.parse(JSON.parse(event.slice(6))))
        }
        begun.resolve()
      }
    } catch (error) {
      if (!leaving.signal.aborted) text += String(error)
    } finally {
      begun.resolve()
    }
  }
}

/** Resolves when each of `servers` has received everything that the server in the first argument has published. */
export async function waitForPubSubDelivery({ services }: TestServer, servers: TestServer[]): Promise<void> {
  const name = randomUUID()
  const deliveries = servers.map(
    (server) => new Promise<void>((done) => server.services.pubsub.topic<object>(name).subscribe(() => done())),
  )
  services.pubsub.topic<object>(name).publish([{}])
  await Promise.all(deliveries)
}

/** Waits until the changes of earlier requests to `there` have been published and have arrived at `here`. */
export async function waitForEarlierChanges(there: TestServer, here = there): Promise<void> {
  await sleep(200)
  await waitForPubSubDelivery(there, [here])
}
