import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { sendByTus } from './send-by-tus.ts'

/** Serves uploads by tus as the server does, with one upload a key. The response to the first POST is lost. */
async function startUploadServer() {
  const offsets: number[] = []
  const keys: unknown[] = []
  function reply(request: IncomingMessage, response: ServerResponse, received: number) {
    const { method, url = '' } = request
    const headers = { 'tus-resumable': '1.0.0' }
    if (method === 'POST') {
      const key = request.headers['idempotency-key']
      keys.push(key)
      const at = key === undefined ? -1 : keys.indexOf(key)
      const id = at === -1 || at === keys.length - 1 ? offsets.push(0) - 1 : 0
      if (keys.length === 1) return void request.socket.destroy()
      return void response.writeHead(201, { ...headers, location: `/uploads/${id}` }).end()
    }
    expect(request.headers['idempotency-key']).toBeUndefined()
    const id = Number(url.split('/').at(-1))
    if (offsets[id] === undefined) return void response.writeHead(404, headers).end()
    const offset = (offsets[id] ?? 0) + received
    offsets[id] = offset
    response.writeHead(method === 'HEAD' ? 200 : 204, { ...headers, 'upload-offset': offset, 'upload-length': 7 }).end()
  }
  const server = createServer((request, response) => {
    let received = 0
    request.on('data', (piece: Buffer) => (received += piece.length))
    request.on('end', () => reply(request, response, received))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/uploads`
  return { endpoint, offsets, keys, stop: () => void server.close() }
}

const send = (endpoint: string, address: string | null) =>
  sendByTus({
    endpoint,
    address,
    idempotencyKey: 'key of the file',
    file: Buffer.from('picture') as unknown as Blob,
    metadata: {},
    onAddress: () => undefined,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })

it('an upload whose first response is lost is begun again with the same Idempotency-Key, so that the server has one upload', async () => {
  const { endpoint, offsets, keys, stop } = await startUploadServer()
  expect(await send(endpoint, null)).toBe(`${endpoint}/0`)
  expect([keys, offsets]).toEqual([['key of the file', 'key of the file'], [7]])
  stop()
})

it('an upload that the server does not have any more is begun again with another key, because the first key names the lost upload', async () => {
  const { endpoint, keys, stop } = await startUploadServer()
  expect(await send(endpoint, `${endpoint}/9`)).toBe(`${endpoint}/0`)
  expect(keys).toHaveLength(2)
  expect(keys).not.toContain('key of the file')
  stop()
})
