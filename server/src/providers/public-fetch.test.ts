import { readFileSync } from 'node:fs'
import https from 'node:https'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { closeListeners, startHttpListener, listenOnFreePort, startTcpListener } from '#testing/listener.ts'
import { createFakeResolver, catchPublicFetchReason } from '#testing/public-fetch.ts'
import { isPublicIpAddress, unlimitedReach } from './public-address.ts'
import { fetchPublic, type HostResolver } from './public-fetch.ts'

afterEach(closeListeners)

describe('fetchPublic', () => {
  test('fetchPublic returns the status, headers and body of a response and the URL of the last redirect', async () => {
    const { url } = await startHttpListener((request, response) => {
      if (request.url === '/start') return response.writeHead(302, { location: '/calendar.ics' }).end('moved')
      response.writeHead(200, { etag: '"one"', 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' })
      return response.end('BEGIN:VCALENDAR')
    })
    const response = await fetchPublic(`${url}/start`, { reach: unlimitedReach })
    expect([response.status, response.url, response.body.toString()]).toEqual([
      200,
      `${url}/calendar.ics`,
      'BEGIN:VCALENDAR',
    ])
    expect([response.headers.get('etag'), response.headers.get('last-modified')]).toEqual([
      '"one"',
      'Sat, 21 Nov 2026 10:00:00 GMT',
    ])
  })

  test('fetchPublic sends If-None-Match again after a redirect, and returns a 304 with an empty body', async () => {
    const { url } = await startHttpListener((request, response) => {
      if (request.url === '/start') return response.writeHead(301, { location: '/calendar.ics' }).end()
      return response.writeHead(request.headers['if-none-match'] === '"one"' ? 304 : 200).end()
    })
    const headers = { 'if-none-match': '"one"' }
    const response = await fetchPublic(`${url}/start`, { reach: unlimitedReach, headers })
    expect([response.status, response.body.byteLength]).toEqual([304, 0])
  })

  test.each([404, 410, 500])('fetchPublic resolves with the status and body of a %i response', async (status) => {
    const { url } = await startHttpListener((_request, response) => response.writeHead(status).end('sorry'))
    expect(await fetchPublic(url, { reach: unlimitedReach })).toMatchObject({ status, body: Buffer.from('sorry') })
  })

  test('fetchPublic follows three redirects, and fails with the reason "too_many_redirects" at four', async () => {
    const { url } = await startHttpListener((request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === 0) return response.end('BEGIN:VCALENDAR')
      return response.writeHead(302, { location: `/${step - 1}` }).end()
    })
    expect((await fetchPublic(`${url}/3`, { reach: unlimitedReach })).status).toBe(200)
    expect(await catchPublicFetchReason(`${url}/4`)).toBe('too_many_redirects')
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])(
    'fetchPublic decompresses a response in %s, and the size limit counts decompressed bytes',
    async (encoding, compress) => {
      const size = 3_000_000
      const { url } = await startHttpListener((request, response) => {
        expect(request.headers['accept-encoding']).toContain(encoding)
        response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.alloc(size, 'a')))
      })
      expect((await fetchPublic(url, { reach: unlimitedReach })).body.byteLength).toBe(size)
      expect((await fetchPublic(url, { reach: unlimitedReach, maxBytes: size })).body.byteLength).toBe(size)
      expect(await catchPublicFetchReason(url, { maxBytes: size - 1 })).toBe('too_large')
    },
  )

  test.each([
    ['identity', Buffer.from('BEGIN:VCALENDAR')],
    ['x-gzip', gzipSync('BEGIN:VCALENDAR')],
  ])('fetchPublic reads a response with the content encoding %s', async (encoding, sent) => {
    const { url } = await startHttpListener((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(sent),
    )
    expect((await fetchPublic(url, { reach: unlimitedReach })).body.toString()).toBe('BEGIN:VCALENDAR')
  })

  test('fetchPublic returns an empty body for a response with the content encoding gzip and no body', async () => {
    const { url } = await startHttpListener((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(),
    )
    expect((await fetchPublic(url, { reach: unlimitedReach })).body.byteLength).toBe(0)
  })

  test('fetchPublic fails with the reason "too_large" after less than 40 MB of an endless response', async () => {
    let written = 0
    const { url } = await startHttpListener((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'a')
      const write = () => {
        while (response.writable) {
          written += chunk.byteLength
          if (!response.write(chunk)) return
        }
      }
      response.on('drain', write)
      write()
    })
    expect(await catchPublicFetchReason(url)).toBe('too_large')
    // The limit is 5 MB. The rest is in buffers of the operating system.
    expect(written).toBeLessThan(40_000_000)
  })

  test('fetchPublic fails with the reason "too_large" for a gzip response that expands from 10 kB to 10 MB', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    expect(bomb.byteLength).toBeLessThan(11_000)
    const { url } = await startHttpListener((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    expect(await catchPublicFetchReason(url)).toBe('too_large')
  })

  test('fetchPublic sends the body and headers of a POST, and returns a redirect of the POST without following it', async () => {
    const seen: unknown[] = []
    const { url, connections } = await startHttpListener((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        seen.push([request.method, request.headers['ttl'], Buffer.concat(chunks).toString()])
        response.writeHead(307, { location: '/elsewhere' }).end()
      })
    })
    const request = { method: 'POST' as const, headers: { ttl: '60' }, body: Buffer.from('payload') }
    expect((await fetchPublic(url, { reach: unlimitedReach, ...request })).status).toBe(307)
    expect(seen).toEqual([['POST', '60', 'payload']])
    expect(connections()).toBe(1)
  })
})

describe('a failed request of fetchPublic', () => {
  test.each([
    ['never answers', () => undefined],
    ['sends a byte of its headers each 50 ms', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX-A: ')],
    [
      'sends a byte of its body each 50 ms',
      (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n'),
    ],
  ])('fetchPublic fails with the reason "timeout" if the server %s', async (_what, onConnection) => {
    const { url } = await startTcpListener(onConnection)
    const began = performance.now()
    expect(await catchPublicFetchReason(url, { timeoutMs: 300 })).toBe('timeout')
    expect(performance.now() - began).toBeLessThan(5000)
  })

  test('fetchPublic fails with the reason "timeout" if the DNS look-up hangs', async () => {
    const resolve: HostResolver = () => new Promise(() => undefined)
    expect(await catchPublicFetchReason('http://calendar.example/', { resolve, timeoutMs: 100 })).toBe('timeout')
  })

  test('fetchPublic fails with the reason "timeout" if several slow redirects together exceed the timeout', async () => {
    const { url } = await startHttpListener((_request, response) =>
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 150),
    )
    expect(await catchPublicFetchReason(url, { timeoutMs: 350 })).toBe('timeout')
  })

  test('fetchPublic fails with the reason "unreachable" for an unknown name, a name without an address or a closed port', async () => {
    expect(await catchPublicFetchReason('http://nowhere.invalid/')).toBe('unreachable')
    expect(await catchPublicFetchReason('http://calendar.example/', { resolve: createFakeResolver() })).toBe(
      'unreachable',
    )
    const { url } = await startHttpListener(() => undefined)
    closeListeners()
    expect(await catchPublicFetchReason(url)).toBe('unreachable')
  })

  test('fetchPublic fails with the reason "connection_lost" if the connection is lost before or during the response', async () => {
    const before = await startTcpListener((socket) => socket.once('data', () => socket.resetAndDestroy()))
    expect(await catchPublicFetchReason(before.url)).toBe('connection_lost')
    const within = await startTcpListener((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\nBEGIN')),
    )
    expect(await catchPublicFetchReason(within.url)).toBe('connection_lost')
  })

  test.each([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['is not gzip as declared', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\nBEGIN'],
    ['is not br as declared', 'HTTP/1.1 200 OK\r\ncontent-encoding: br\r\ncontent-length: 5\r\n\r\nBEGIN'],
    ['has an unknown encoding', 'HTTP/1.1 200 OK\r\ncontent-encoding: zstd, gzip\r\ncontent-length: 5\r\n\r\nBEGIN'],
  ])('fetchPublic fails with the reason "unreadable" if the response %s', async (_what, response) => {
    const { url } = await startTcpListener((socket) => socket.once('data', () => socket.end(response)))
    expect(await catchPublicFetchReason(url)).toBe('unreadable')
  })

  test('fetchPublic fails with the reason "unreadable" for a truncated gzip response', async () => {
    const half = gzipSync(Buffer.alloc(10_000, 'BEGIN')).subarray(0, 40)
    const { url } = await startHttpListener((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(half),
    )
    expect(await catchPublicFetchReason(url)).toBe('unreadable')
  })

  test('the error of a failed fetchPublic request contains no URL and no host name', async () => {
    const reach = { ...unlimitedReach, allowsAddress: isPublicIpAddress }
    for (const url of ['http://127.0.0.1/s3cr3t.ics', 'http://nowhere.invalid/s3cr3t.ics']) {
      const error = await fetchPublic(url, { reach }).catch((reason: unknown) => reason)
      const text = error instanceof Error ? [error.message, error.stack, String(error.cause)].join('\n') : ''
      expect(text).toContain('request ')
      expect(text).not.toMatch(/s3cr3t|nowhere\.invalid|127\.0\.0\.1/)
    }
  })
})

function drip(socket: Socket, start: string): void {
  socket.write(start)
  const timer = setInterval(() => socket.write('a'), 50)
  socket.on('close', () => clearInterval(timer))
}

describe('fetchPublic over TLS', () => {
  const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../testing/fixtures', name), 'utf8')
  const cert = fixture('tls-certificate.pem')
  const trusted = tls.getCACertificates('default')
  afterEach(() => tls.setDefaultCACertificates(trusted))

  async function startTlsListener() {
    let requests = 0
    const server = https.createServer({ cert, key: fixture('tls-key.pem') }, (_request, response) => {
      requests += 1
      response.end('BEGIN:VCALENDAR')
    })
    const { port } = await listenOnFreePort(server)
    return { port, requests: () => requests }
  }

  test('fetchPublic accepts a trusted certificate for the certificate’s own host name only', async () => {
    const { port, requests } = await startTlsListener()
    tls.setDefaultCACertificates([...trusted, cert])
    const resolve = createFakeResolver('127.0.0.1')
    const response = await fetchPublic(`https://calendar.test:${port}/`, { reach: unlimitedReach, resolve })
    expect(response.body.toString()).toBe('BEGIN:VCALENDAR')
    expect(await catchPublicFetchReason(`https://other.test:${port}/`, { resolve })).toBe('unreachable')
    expect(requests()).toBe(1)
  })

  test('fetchPublic refuses a self-signed certificate even when private addresses are allowed', async () => {
    const { port, requests } = await startTlsListener()
    expect(
      await catchPublicFetchReason(`https://calendar.test:${port}/`, { resolve: createFakeResolver('127.0.0.1') }),
    ).toBe('unreachable')
    expect(requests()).toBe(0)
  })
})
