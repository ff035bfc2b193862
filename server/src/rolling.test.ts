// One of two servers ends under load: while whoever sends requests looks at /readyz, none of them is lost.

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { useWorld, type World } from '#testing/world.ts'

const world = useWorld()

/** As a proxy does: over connections that it keeps, and never a second time what it has sent. */
function send(agent: Agent, { url }: World, path: string, token?: string): Promise<{ status: number; keeps: boolean }> {
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

test('it says that it is going, and answers everything until it is gone', async () => {
  const [staying, leaving] = [world(), await world().another()]
  const dee = await staying.person()
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
      const to = inUse[round % inUse.length] as World
      if (to === leaving) underWay += 1
      const { status } = await send(agent, to, '/api/me', accessToken)
      if (to === leaving) underWay -= 1
      answers.push(status)
    }
  })
  await sleep(300)
  leaving.announceEnd()
  const before = answers.length
  // What comes meanwhile, before the proxy has noticed, is answered over a connection that is then given up.
  expect(await send(agent, leaving, '/api/me', accessToken)).toEqual({ status: 200, keeps: false })
  expect((await send(agent, leaving, '/healthz')).status).toBe(200)
  // As long as a proxy takes to notice, and to send nothing more there.
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
