import { once } from 'node:events'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routeNames, routes } from '@gaffer/domain/routes'
import { replyToError } from '#http/pipeline/error-replies.ts'
import { registerWebApp } from './pages.ts'

const picture = '<meta property="og:image" content="/icons/share.png" />'
let parent: string
let folder: string
let app: FastifyInstance

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'gaffer-pages-'))
  // The installation may be anywhere, also below a folder that is named assets.
  folder = join(parent, 'assets', 'dist')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, '..', 'secret.js'), 'secret')
  for (const name of ['index', 'landing', 'calendar']) await writeFile(join(folder, `${name}.html`), picture + name)
  await writeFile(join(folder, 'assets', 'main-abc.js'), 'run()')
  for (const encoding of ['br', 'gz']) await writeFile(join(folder, 'assets', `main-abc.js.${encoding}`), encoding)
  await writeFile(join(folder, 'manifest.webmanifest'), '{}')
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, '.vite', 'manifest.json'), '{}')
  app = Fastify()
  app.setErrorHandler(replyToError)
  await app.register(compress, { threshold: 0 })
  await registerWebApp(app, 'https://gaffer.example', folder)
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await rm(parent, { recursive: true })
})

test.each([
  ['/', 200, 'landing'],
  ['/calendar', 200, 'calendar'],
  ['/calendar/?date=2027-03-05', 200, 'calendar'],
  ['/admin', 200, 'index'],
  ['/invite/secret', 200, 'index'],
  ['/no/such/place', 404, 'index'],
  ['/calendar/deeper', 404, 'index'],
])('the path %s is answered with status %i and the document %s.html', async (url, status, name) => {
  const answer = await app.inject(url)
  expect([answer.statusCode, answer.body.split('>')[1]]).toEqual([status, name])
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['cache-control']).toBe(url.startsWith('/invite') ? 'no-store' : 'no-cache')
})

test.each(routeNames)('the path of the route %s is answered with 200', async (name) => {
  expect((await app.inject(routes[name].path.replace(/\$\w+/g, 'a-token'))).statusCode).toBe(200)
})

test('the landing page is compressed with gzip for a client that accepts it', async () => {
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers['content-encoding']).toBe('gzip')
})

test('the og:image of a page document has an absolute URL', async () => {
  expect((await app.inject('/')).body).toContain('content="https://gaffer.example/icons/share.png"')
})

test('an asset with a hash in its name may be cached for a year as immutable', async () => {
  const answer = await app.inject('/assets/main-abc.js')
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
})

test('a file without a hash in its name has Cache-Control: no-cache', async () => {
  const answer = await app.inject('/manifest.webmanifest?version=2')
  expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, '{}', 'no-cache'])
})

test.each([
  ['br, gzip', 'br', 'br'],
  ['gzip', 'gzip', 'gz'],
  ['identity', undefined, 'run()'],
])('an asset for Accept-Encoding: %s has the content encoding %s', async (accepted, encoding, body) => {
  const answer = await app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': accepted } })
  expect([answer.statusCode, answer.headers['content-encoding'], answer.body]).toEqual([200, encoding, body])
  expect(answer.headers['content-type']).toMatch(/^application\/javascript/)
  expect(answer.headers['vary']).toMatch(/accept-encoding/i)
})

test('a HEAD request for a file gets headers and no body, and a GET with the file’s ETag in If-None-Match is answered with 304', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/assets/main-abc.js' })
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '5', ''])
  const headers = { 'if-none-match': head.headers['etag'] as string }
  const again = await app.inject({ url: '/assets/main-abc.js', headers })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each(['/../secret.js', '/assets/../../secret.js', '/..%2fsecret.js', '/%2e%2e/secret.js', '//secret.js'])(
  'the path %s reaches no file outside the folder',
  async (path) => {
    const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
    await once(socket, 'connect')
    // By a socket, because HTTP clients resolve the path before they send it.
    socket.write(`GET ${path} HTTP/1.1\r\nHost: gaffer.example\r\nConnection: close\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 40[04] (?!.*secret$)/s)
  },
)

test.each(['/assets/gone.js', '/assets/', '/api/nothing', '/calendar.js', '/.vite/manifest.json'])(
  'the unknown file %s is answered with a JSON 404 and not with a page',
  async (url) => {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  },
)

test.each(['invite', 'dep', 'sheet'])(
  'the page at /%s/a-token has Cache-Control: no-store and Referrer-Policy: no-referrer',
  async (path) => {
    const { headers } = await app.inject(`/${path}/a-token`)
    expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
  },
)
