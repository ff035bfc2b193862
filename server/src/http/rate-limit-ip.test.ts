// Whose address a request counts against when it comes through proxies.

import { expect, test } from 'vitest'
import { startWorld } from '#testing/world.ts'

/** The statuses of requests that say that they were passed on like this, where an address may ask for a code twice. */
async function answers(TRUST_PROXY: string, passedOnFor: string[]): Promise<number[]> {
  const world = await startWorld({ TRUST_PROXY, SMS_PER_ADDRESS_HOUR: '2' })
  const statuses: number[] = []
  for (const [index, address] of passedOnFor.entries()) {
    const headers = { 'x-forwarded-for': address }
    const phone = `+447700900${String(index).padStart(3, '0')}`
    statuses.push((await world.stranger().post('/auth/phone/send-code', { phone }, headers)).status)
  }
  await world.stop()
  return statuses
}

const neighbours = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.3', '198.51.100.3']

test.each(['1', 'on', 'loopback', '127.0.0.1'])('with TRUST_PROXY %s each caller has an address', async (trusted) => {
  expect(await answers(trusted, neighbours)).toEqual([202, 202, 202, 202, 429])
})

test('without it the proxy is the only caller there is', async () => {
  expect(await answers('off', neighbours)).toEqual([202, 202, 429, 429, 429])
})

test.each(['1', 'on'])(
  'with TRUST_PROXY %s what a caller wrote before the proxy did is not believed',
  async (trusted) => {
    const forged = ['1', '2', '3'].map((end) => `203.0.113.${end}, 198.51.100.1`)
    expect(await answers(trusted, forged)).toEqual([202, 202, 429])
  },
)

test('of two proxies the one in front says who calls', async () => {
  const passedOn = ['1', '2', '2', '2'].map((end) => `203.0.113.9, 198.51.100.${end}, 10.0.0.1`)
  expect(await answers('2', passedOn)).toEqual([202, 202, 202, 429])
})
