import { createConnection, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

/** Sends a byte each second; resolves with the seconds until the server has closed the connection. */
function dribble(head: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve) => {
    const socket: Socket = createConnection(Number(new URL(server().url).port), '127.0.0.1', () => socket.write(head))
    const more = setInterval(() => socket.write('x'), 1000)
    socket.on('error', () => undefined).resume()
    socket.once('close', () => {
      clearInterval(more)
      resolve((performance.now() - began) / 1000)
    })
  })
}

test('a hundred slow requests do not block the requests of another client, and are closed within 20 seconds', async () => {
  const dee = await server().createUser()
  const body = `POST /auth/phone/send-code HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`
  let closed = 0
  const heads = Array.from({ length: 100 }, (_, at) =>
    at % 2 === 0 ? 'GET /healthz HTTP/1.1\r\nhost: x\r\nx: ' : body,
  )
  const seconds = Promise.all(heads.map((head) => dribble(head).finally(() => (closed += 1))))
  await sleep(500)
  for (let request = 0; request < 20; request += 1) expect((await dee.get('/api/me')).status).toBe(200)
  // The fast requests did not wait for a slow one to close.
  expect(closed).toBe(0)
  expect(Math.max(...(await seconds))).toBeLessThan(20)
})
