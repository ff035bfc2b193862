import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routeNames, routes } from '@gaffer/domain/routes'
import { handleError } from './error-replies.ts'
import { registerPages } from './pages.ts'

const picture = '<meta property="og:image" content="/icons/share.png" />'
let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gaffer-pages-'))
  for (const name of ['index', 'landing', 'calendar']) await writeFile(join(folder, `${name}.html`), picture + name)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'main-abc.js'), 'run()')
  app = Fastify()
  app.setErrorHandler(handleError)
  await app.register(compress, { threshold: 0 })
  await registerPages(app, 'https://gaffer.example', folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
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

test('page documents are sent with gzip compression', async () => {
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers['content-encoding']).toBe('gzip')
})

test('og:image has an absolute URL', async () => {
  expect((await app.inject('/')).body).toContain('content="https://gaffer.example/icons/share.png"')
})

test('an asset with a hash in its name may be cached for a year as immutable', async () => {
  const answer = await app.inject('/assets/main-abc.js')
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
})

test.each(['/assets/gone.js', '/assets/', '/api/nothing', '/calendar.js'])(
  'the unknown file %s is a JSON 404 and not a page',
  async (url) => {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  },
)

test('the page of an invitation has Cache-Control: no-store and Referrer-Policy: no-referrer', async () => {
  const { headers } = await app.inject('/invite/a-token')
  expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
})
