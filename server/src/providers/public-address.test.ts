import { describe, expect, test } from 'vitest'
import { refusedHosts } from '#testing/public-fetch.ts'
import {
  isAllowedUrl,
  isPublicIpAddress,
  parseAllowedUrl,
  publicNetworkReach,
  networkReachFor,
} from './public-address.ts'

describe('isPublicIpAddress', () => {
  test.each([
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4009::1',
  ])('the address %s is public', (address) => {
    expect(isPublicIpAddress(address)).toBe(true)
  })

  test.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'this network'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.127.255.255', 'carrier-grade NAT'],
    ['192.0.0.1', 'reserved for protocols'],
    ['192.0.2.1', 'documentation'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['198.18.0.1', 'benchmarking'],
    ['198.19.255.255', 'benchmarking'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:0:127.0.0.1', 'IPv4-translated'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::808:808', 'NAT64 of a public address'],
    ['64:ff9b:1::7f00:1', 'local NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['2002:808:808::', '6to4 of a public address'],
    ['2001:0:7f00:1::', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['2001:2::1', 'benchmarking'],
    ['2001:20::1', 'ORCHID'],
    ['100::1', 'discard only'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'unique local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['4000::1', 'outside 2000::/3'],
    ['calendar.example', 'no address'],
    ['', 'no address'],
  ])('the address %s (%s) is not public', (address) => {
    expect(isPublicIpAddress(address)).toBe(false)
  })
})

describe('isAllowedUrl with publicNetworkReach', () => {
  test.each([
    'https://calendar.google.com/calendar/ical/a%40example.org/private-0/basic.ics',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://calendar.example:443/a.ics',
    'https://8.8.8.8/a.ics',
    'https://[2606:4700:4700::1111]/a.ics',
    'https://calendar.example./a.ics',
  ])('a request to the URL %s is allowed', (url) => {
    expect(isAllowedUrl(url, publicNetworkReach)).toBe(true)
  })

  test.each([
    ['http://calendar.example/a.ics', 'plain http'],
    ['file:///etc/passwd', 'a file'],
    ['ftp://calendar.example/a.ics', 'ftp'],
    ['data:text/calendar,BEGIN', 'data'],
    ['webcal://calendar.example/a.ics', 'webcal'],
    ['//calendar.example/a.ics', 'no scheme'],
    ['not a URL', 'no URL'],
    ['', 'nothing'],
    ['https://', 'no host'],
    ['https://dee:secret@calendar.example/a.ics', 'credentials'],
    ['https://dee@calendar.example/a.ics', 'a user'],
    ['https://:secret@calendar.example/a.ics', 'a password'],
    ...refusedHosts.map(([host, why]): [string, string] => [`https://${host}/a.ics`, why]),
  ])('a request to the URL %s (%s) is refused', (url) => {
    expect(isAllowedUrl(url, publicNetworkReach)).toBe(false)
  })
})

test('with ALLOW_PRIVATE_FETCH plain http, any port and private addresses are allowed, and other schemes and credentials are not', () => {
  const reach = networkReachFor({ allowPrivateFetch: true })
  for (const url of ['http://127.0.0.1:4110/a.ics', 'https://localhost:8443/', 'http://[::1]:80/', 'http://router/'])
    expect(isAllowedUrl(url, reach)).toBe(true)
  for (const url of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'http://dee:secret@127.0.0.1/'])
    expect(isAllowedUrl(url, reach)).toBe(false)
  expect(networkReachFor({ allowPrivateFetch: false })).toBe(publicNetworkReach)
})

test('parseAllowedUrl returns the normalised URL', () => {
  expect(parseAllowedUrl('HTTPS://Calendar.Example:443/A.ics', publicNetworkReach)?.href).toBe(
    'https://calendar.example/A.ics',
  )
})
