import { expect, test } from 'vitest'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

test('a GET is answered with 304 if If-None-Match is the weak or strong ETag, a list that contains the ETag, or *', async () => {
  const dee = await server().createUser()
  const { headers } = await dee.get('/api/me/sessions')
  const tag = headers.get('etag') as string
  expect(tag).toMatch(/^W\/"/)
  for (const named of [tag, tag.slice(2), `"another", ${tag}`, '*']) {
    const again = await dee.get('/api/me/sessions', { 'if-none-match': named })
    expect([named, again.status, again.text, again.headers.get('etag')]).toEqual([named, 304, '', tag])
  }
  expect((await dee.get('/api/me/sessions', { 'if-none-match': '"another"' })).status).toBe(200)
  expect((await dee.send('HEAD', '/api/me/sessions', undefined, { 'if-none-match': tag })).status).toBe(304)
})

test('the response to HEAD has no Content-Length, whether the response to GET would be compressed, uncompressed or a 304', async () => {
  const dee = await server().createUser()
  const tag = (await dee.get('/api/openapi.json')).headers.get('etag') as string
  const requests: [number, Record<string, string>][] = [
    [200, { 'accept-encoding': 'gzip' }],
    [200, { 'accept-encoding': 'identity' }],
    [304, { 'if-none-match': tag }],
  ]
  for (const [status, headers] of requests) {
    const head = await dee.send('HEAD', '/api/openapi.json', undefined, headers)
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([status, '', null])
    if (status === 200) expect(head.headers.get('etag')).toBe(tag)
  }
})

test('an edit is accepted if If-Match is * or contains the stored version as a weak or strong tag, and otherwise refused with 412', async () => {
  const dee = await server().createUser()
  const { id } = (await dee.post('/api/bands', { name: 'The Night Buses', displayName: 'Dee' })).body
  const edit = (header: string) => dee.patch(`/api/bands/${id}`, { name: header }, { 'if-match': header })
  for (const header of ['"1", "another"', '"77" , W/"2"', '*', '"4"']) {
    expect([header, (await edit(header)).status]).toEqual([header, 200])
  }
  for (const header of ['"1", "2"', '"another"']) expect([header, (await edit(header)).status]).toEqual([header, 412])
})

test('a 404 and the response to a POST have no ETag and ignore If-None-Match', async () => {
  const dee = await server().createUser()
  for (const headers of [{}, { 'if-none-match': '*' }]) {
    const absent = await dee.get('/feeds/nothing.ics', headers)
    expect([absent.status, absent.headers.get('etag')]).toEqual([404, null])
    const band = await dee.post('/api/bands', { name: 'The Night Buses', displayName: 'Dee' }, headers)
    expect([band.status, band.headers.get('etag')]).toEqual([201, null])
  }
})
