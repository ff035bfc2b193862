import { expect, test } from 'vitest'
import { startTestServer } from '#testing/test-server.ts'

/** Statuses of code requests with these X-Forwarded-For headers; an IP address may request two codes. */
async function requestCodes(TRUST_PROXY: string, passedOnFor: string[]): Promise<number[]> {
  const server = await startTestServer({ TRUST_PROXY, SMS_PER_ADDRESS_HOUR: '2' })
  const statuses: number[] = []
  for (const [index, address] of passedOnFor.entries()) {
    const headers = { 'x-forwarded-for': address }
    const phone = `+447700900${String(index).padStart(3, '0')}`
    statuses.push((await server.newClient().post('/auth/phone/send-code', { phone }, headers)).status)
  }
  await server.stop()
  return statuses
}

const neighbours = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.3', '198.51.100.3']

test.each(['1', 'on', 'loopback', '127.0.0.1'])(
  'with TRUST_PROXY %s the limit per IP address uses X-Forwarded-For',
  async (trusted) => {
    expect(await requestCodes(trusted, neighbours)).toEqual([202, 202, 202, 202, 429])
  },
)

test('without TRUST_PROXY all requests through a proxy count for the IP address of the proxy', async () => {
  expect(await requestCodes('off', neighbours)).toEqual([202, 202, 429, 429, 429])
})

test.each(['1', 'on'])(
  'with TRUST_PROXY %s forged X-Forwarded-For entries before the last one are ignored',
  async (trusted) => {
    const forged = ['1', '2', '3'].map((end) => `203.0.113.${end}, 198.51.100.1`)
    expect(await requestCodes(trusted, forged)).toEqual([202, 202, 429])
  },
)

test('with TRUST_PROXY 2 the limit per IP address uses the second last X-Forwarded-For entry', async () => {
  const passedOn = ['1', '2', '2', '2'].map((end) => `203.0.113.9, 198.51.100.${end}, 10.0.0.1`)
  expect(await requestCodes('2', passedOn)).toEqual([202, 202, 202, 429])
})
