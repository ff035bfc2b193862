import { createConnection, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerSlowConnectionLimits } from './slow-connections.ts'

/** The time over which a rate is measured: at the minimum rate of 1 kB a second, 300 bytes arrive in it. */
const periodMs = 300
const pieceBytes = 2000

let app: FastifyInstance
let sockets: Socket[]

beforeEach(async () => {
  app = Fastify()
  registerSlowConnectionLimits(app, { periodMs })
  app.addContentTypeParser('*', async (_: unknown, payload: unknown) => payload)
  app.patch('/upload', { config: { isTus: true } as object }, async ({ body }) => {
    let bytes = 0
    for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length
    return { bytes }
  })
  app.get('/large', (_, reply) => reply.type('application/pdf').send(Readable.from(yieldEndlessly())))
  app.get('/live', (_, reply) => reply.type('text/event-stream').send(Readable.from(yieldSlowly())))
  await app.listen({ port: 0, host: '127.0.0.1' })
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  app.server.closeAllConnections()
  await app.close()
})

/** Pauses between pieces: at full speed, client and server, which share this thread, would be too busy to move bytes in `periodMs`. */
async function* yieldEndlessly() {
  for (;;) {
    yield Buffer.alloc(65_536)
    await sleep(1)
  }
}

async function* yieldSlowly() {
  for (let message = 0; message < 10; message += 1) {
    yield ': \n'
    await sleep(periodMs / 2)
  }
}

/** Sends a request without the end of its headers. */
function openRequest(head: string) {
  const { port } = app.server.address() as { port: number }
  const socket = createConnection(port, '127.0.0.1')
  sockets.push(socket)
  const opened = { socket, received: '', isClosed: false }
  socket
    .on('error', () => undefined)
    .on('data', (data) => (opened.received += String(data)))
    .on('close', () => (opened.isClosed = true))
  socket.write(`${head} HTTP/1.1\r\nhost: x\r\n`)
  return opened
}

function openUpload() {
  const opened = openRequest('PATCH /upload')
  opened.socket.write(`content-type: application/offset+octet-stream\r\ncontent-length: ${pieceBytes}\r\n\r\n`)
  return opened
}

test('the connection of an upload below the minimum rate is closed', async () => {
  const upload = openUpload()
  const dribble = setInterval(() => upload.socket.write('x'), 30)
  await expect.poll(() => upload.isClosed, { timeout: 3000 }).toBe(true)
  clearInterval(dribble)
  expect(upload.received).toBe('')
})

test('an upload above the minimum rate is accepted, even if the upload takes longer than the period over which the rate is measured', async () => {
  const upload = openUpload()
  for (let sent = 0; sent < pieceBytes; sent += 200) {
    upload.socket.write(Buffer.alloc(200))
    await sleep(periodMs / 3)
  }
  await expect.poll(() => upload.received, { timeout: 3000 }).toContain(`{"bytes":${pieceBytes}}`)
})

test('the connection of a download is closed once its client stops reading, and stays open while another client reads', async () => {
  const connected = new Promise<Socket>((resolve) => app.server.once('connection', resolve))
  const stopped = openRequest('GET /large')
  stopped.socket.pause()
  stopped.socket.write('\r\n')
  const connection = await connected
  const read = openRequest('GET /large')
  read.socket.write('\r\n')
  await expect.poll(() => connection.destroyed, { timeout: 3000 }).toBe(true)
  expect(read.isClosed).toBe(false)
})

test('an event stream below the minimum rate stays open', async () => {
  const stream = openRequest('GET /live')
  stream.socket.write('\r\n')
  await sleep(periodMs * 4)
  expect([stream.isClosed, stream.received.includes('text/event-stream')]).toEqual([false, true])
})
