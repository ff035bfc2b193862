// Requests against listeners on loopback that count connections. A table row must end without a connection; a control shows that the
// same URL reaches the listener when private addresses are allowed.

import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeListeners, startHttpListener } from '#testing/listener.ts'
import { createFakeResolver, catchPublicFetchReason } from '#testing/public-fetch.ts'
import { isPublicIpAddress, publicNetworkReach, unlimitedReach, type NetworkReach } from './public-address.ts'
import { fetchPublic, type HostResolver } from './public-fetch.ts'

afterEach(closeListeners)

/** Public addresses only, but with plain http and any port, so that nothing but the address can refuse a listener of these tests. */
const publicAddresses: NetworkReach = { ...unlimitedReach, allowsAddress: isPublicIpAddress }

const calendarListener = () => startHttpListener((_request, response) => response.end('BEGIN:VCALENDAR'), '0.0.0.0')

describe('fetchPublic makes no connection to a private address', () => {
  test.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://0.0.0.0',
    'http://0',
    'http://[::ffff:127.0.0.1]',
    'http://localhost',
  ])('fetchPublic connects to no private address when the URL is %s', async (origin) => {
    const { port, connections } = await calendarListener()
    const url = `${origin}:${port}/calendar.ics`
    expect(await catchPublicFetchReason(url, { reach: publicNetworkReach })).toBe('not_allowed')
    expect(await catchPublicFetchReason(url, { reach: publicAddresses })).toBe('not_allowed')
    expect(connections()).toBe(0)
    // The control: the URL leads to the listener.
    expect((await fetchPublic(url, { reach: unlimitedReach })).status).toBe(200)
    expect(connections()).toBe(1)
  })

  test.each([
    ['loopback', ['127.0.0.1']],
    ['the unspecified address', ['0.0.0.0']],
    ['an IPv4-mapped IPv6 address', ['::ffff:127.0.0.1']],
    ['a public and a private address', ['8.8.8.8', '127.0.0.1']],
  ])('fetchPublic connects to no private address when the name resolves to %s', async (_what, addresses) => {
    const { port, connections } = await calendarListener()
    const url = `http://calendar.example:${port}/`
    expect(
      await catchPublicFetchReason(url, { reach: publicAddresses, resolve: createFakeResolver(...addresses) }),
    ).toBe('not_allowed')
    expect(connections()).toBe(0)
  })

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'http://dee:secret@127.0.0.1/'])(
    'fetchPublic refuses the URL %s without a connection even when private addresses are allowed',
    async (url) => {
      const { port, connections } = await calendarListener()
      expect(await catchPublicFetchReason(url.replace('127.0.0.1', `127.0.0.1:${port}`))).toBe('not_allowed')
      expect(connections()).toBe(0)
    },
  )

  test('fetchPublic looks each name up once per connection and connects to the address that it checked', async () => {
    const { port, connections } = await calendarListener()
    const resolve = vi.fn<HostResolver>(createFakeResolver('127.0.0.1'))
    // The first look-up counts as one of a public address, later look-ups are of a private one.
    const allowsAddress = vi.fn<NetworkReach['allowsAddress']>(isPublicIpAddress).mockReturnValueOnce(true)
    const reach: NetworkReach = { ...unlimitedReach, allowsAddress }
    const url = `http://rebind.example:${port}/`
    expect((await fetchPublic(url, { reach, resolve })).status).toBe(200)
    expect([resolve.mock.calls.length, allowsAddress.mock.calls.length, connections()]).toEqual([1, 1, 1])
    expect(await catchPublicFetchReason(url, { reach, resolve })).toBe('not_allowed')
    expect([resolve.mock.calls.length, allowsAddress.mock.calls.length, connections()]).toEqual([2, 2, 1])
  })

  test.each([301, 302, 303, 307, 308])(
    'fetchPublic does not follow a redirect with status %i from a public server to a private address',
    async (status) => {
      const inside = await calendarListener()
      const outside = await startHttpListener((_request, response) =>
        response.writeHead(status, { location: `http://127.0.0.1:${inside.port}/` }).end(),
      )
      const url = `http://calendar.example:${outside.port}/`
      const resolve = createFakeResolver('127.0.0.1')
      expect(await catchPublicFetchReason(url, { reach: firstIsPublic(), resolve })).toBe('not_allowed')
      expect([outside.connections(), inside.connections()]).toEqual([1, 0])
      expect((await fetchPublic(url, { reach: unlimitedReach, resolve })).body.toString()).toBe('BEGIN:VCALENDAR')
      expect(inside.connections()).toBe(1)
    },
  )

  test('fetchPublic does not follow a redirect from a public server to a name with a private address, a file URL or an invalid URL', async () => {
    const inside = await calendarListener()
    for (const location of [`http://inside.example:${inside.port}/`, 'file:///etc/passwd', '//']) {
      const outside = await startHttpListener((_request, response) => response.writeHead(302, { location }).end())
      const url = `http://calendar.example:${outside.port}/`
      expect(
        await catchPublicFetchReason(url, { reach: firstIsPublic(), resolve: createFakeResolver('127.0.0.1') }),
      ).toBe('not_allowed')
    }
    expect(inside.connections()).toBe(0)
  })
})

/** The first address that is asked about counts as public, so that a listener on loopback can be the public server of a test. */
function firstIsPublic(): NetworkReach {
  let asked = 0
  return { ...unlimitedReach, allowsAddress: (address) => (asked += 1) === 1 || isPublicIpAddress(address) }
}
