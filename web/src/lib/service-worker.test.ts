// The worker itself (web/worker), run with a fake cache: which answer a page gets while the server is away.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../../worker/service-worker.js'), 'utf8')
const origin = 'https://gaffer.example'
const bandEvents = '/api/bands/b1/events?startDate=2026-03-01'

type FetchEvent = {
  request: Request
  respondWith: (answer: Promise<Response>) => void
  waitUntil: (work: Promise<unknown>) => void
}

/** A worker whose network is `network`; gives the way in which a page reads through it. */
function runWorker(network: (path: string) => Response | Promise<Response>) {
  const handlers = new Map<string, (event: FetchEvent) => void>()
  const self = {
    addEventListener: (name: string, handler: (event: FetchEvent) => void) => handlers.set(name, handler),
    clients: { claim: () => Promise.resolve() },
  }
  const fetch = async ({ url }: Request) => network(new URL(url).pathname)
  new Function('self', 'caches', 'fetch', 'location', 'shellVersion', 'shellFiles', source)(
    self,
    fakeCaches(),
    fetch,
    { origin },
    'test',
    [],
  )
  return async (path: string): Promise<Response> => {
    const work: Promise<unknown>[] = []
    let answer: Promise<Response> | undefined
    handlers.get('fetch')?.({
      request: new Request(origin + path),
      respondWith: (given) => (answer = given),
      waitUntil: (pending) => work.push(pending),
    })
    const response = await (answer ?? fetch(new Request(origin + path)))
    await Promise.all(work)
    return response
  }
}

function fakeCaches() {
  const all = new Map<string, Map<string, Response>>()
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async ({ url }: Request) => entries.get(url)?.clone(),
    put: async ({ url }: Request, response: Response) => void entries.set(url, response),
    delete: async ({ url }: Request) => entries.delete(url),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
  })
  return {
    keys: async () => [...all.keys()],
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    open: async (name: string) => {
      const entries = all.get(name) ?? new Map<string, Response>()
      all.set(name, entries)
      return cacheOf(entries)
    },
  }
}

function answerFrom(status: () => number) {
  return (path: string) =>
    status() === 200
      ? Response.json(path === '/api/me' ? { user: { id: 'u1' }, bands: [] } : [{ title: 'Tonight' }])
      : Response.json({ code: 'unavailable', message: 'away' }, { status: status() })
}

for (const status of [502, 503, 504]) {
  it(`a ${status} is replaced by the cached response with its age`, async () => {
    let now = 200
    const read = runWorker(answerFrom(() => now))
    await read('/api/me')
    await read(bandEvents)
    now = status
    for (const path of ['/api/me', bandEvents]) {
      const answer = await read(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-gaffer-read-at')).toMatch(/^\d{4}-/)
    }
  })
}

it('a 503 without a cached response is passed on', async () => {
  expect((await runWorker(answerFrom(() => 503))(bandEvents)).status).toBe(503)
})

it('a 401 is passed on and deletes all cached responses', async () => {
  let now = 200
  const read = runWorker(answerFrom(() => now))
  await read('/api/me')
  await read(bandEvents)
  now = 401
  expect((await read('/api/me')).status).toBe(401)
  now = 503
  expect((await read(bandEvents)).status).toBe(503)
})
