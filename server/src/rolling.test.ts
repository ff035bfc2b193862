import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useTestServer, type TestServer } from '#testing/test-server.ts'

const server = useTestServer()

/** Sends a request as a proxy does: on kept-alive connections and without retries. */
function send(
  agent: Agent,
  { url }: TestServer,
  path: string,
  token?: string,
): Promise<{ status: number; keeps: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const asked = request(`${url}${path}`, { agent, headers }, (answer) => {
      answer.resume()
      const keeps = answer.headers.connection !== 'close'
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, keeps }))
    })
    asked.once('error', reject).end()
  })
}

test('no request is lost when one of two servers shuts down behind a proxy that probes /readyz', async () => {
  const [staying, leaving] = [server(), await server().startAnother()]
  const dee = await staying.createUser()
  const { accessToken } = (await dee.post('/auth/token')).body
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  let inUse = [staying, leaving]
  const probing = new AbortController()
  const probe = (async () => {
    while (!probing.signal.aborted) {
      const { status } = await send(agent, leaving, '/readyz')
      if (status !== 200) return void (inUse = [staying])
      await sleep(50)
    }
  })()
  const answers: number[] = []
  let underWay = 0
  const stop = new AbortController()
  const load = Array.from({ length: 8 }, async (_, client) => {
    for (let round = client; !stop.signal.aborted; round += 1) {
      const to = inUse[round % inUse.length] as TestServer
      if (to === leaving) underWay += 1
      const { status } = await send(agent, to, '/api/me', accessToken)
      if (to === leaving) underWay -= 1
      answers.push(status)
    }
  })
  await sleep(300)
  leaving.beginShutdown()
  const before = answers.length
  // Until the proxy notices, the leaving server still answers, with Connection: close.
  expect(await send(agent, leaving, '/api/me', accessToken)).toEqual({ status: 200, keeps: false })
  expect((await send(agent, leaving, '/healthz')).status).toBe(200)
  // Wait until the proxy has noticed and no request to the leaving server is in flight.
  await probe
  await expect.poll(() => underWay).toBe(0)
  await leaving.stop()
  await sleep(200)
  stop.abort()
  await Promise.all(load)
  probing.abort()
  agent.destroy()
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(answers.length).toBeGreaterThan(before)
  expect(inUse).toEqual([staying])
})
