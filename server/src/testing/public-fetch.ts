import { unlimitedReach } from '#providers/public-address.ts'
import {
  fetchPublic,
  PublicFetchError,
  type PublicFetchReason,
  type PublicRequest,
  type HostResolver,
} from '#providers/public-fetch.ts'

/** Hosts of URLs that must not be requested, as an attacker writes them, with the reason. */
export const refusedHosts: readonly [host: string, why: string][] = [
  ['127.0.0.1', 'loopback'],
  ['127.1', 'loopback in a short form'],
  ['2130706433', 'loopback as a decimal number'],
  ['0x7f000001', 'loopback as a hexadecimal number'],
  ['0x7f.0.0.0x1', 'loopback in hexadecimal octets'],
  ['0177.0.0.01', 'loopback in octal octets'],
  ['017700000001', 'loopback as an octal number'],
  ['127.0.0.1.', 'loopback with a full stop'],
  ['１２７。０。０。１', 'loopback in full-width digits'],
  ['①②⑦.0.0.1', 'loopback in circled digits'],
  ['%31%32%37.0.0.1', 'loopback in percent-encoded digits'],
  ['0', 'unspecified'],
  ['0.0.0.0', 'unspecified'],
  ['10.0.0.5', 'private'],
  ['172.16.0.1', 'private'],
  ['192.168.1.1', 'private'],
  ['169.254.169.254', 'link-local, as cloud metadata'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.127.255.254', 'carrier-grade NAT'],
  ['192.0.0.8', 'reserved for protocols'],
  ['192.0.2.1', 'documentation'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.254', 'benchmarking'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['[::]', 'IPv6 unspecified'],
  ['[::1]', 'IPv6 loopback'],
  ['[0:0:0:0:0:0:0:1]', 'IPv6 loopback in full'],
  ['[::ffff:127.0.0.1]', 'IPv4-mapped'],
  ['[::ffff:7f00:1]', 'IPv4-mapped in hexadecimal'],
  ['[::127.0.0.1]', 'IPv4-compatible'],
  ['[::ffff:0:127.0.0.1]', 'IPv4-translated'],
  ['[64:ff9b::127.0.0.1]', 'NAT64'],
  ['[64:ff9b:1::a00:1]', 'local NAT64'],
  ['[2002:7f00:1::]', '6to4'],
  ['[2001:0:7f00:1::]', 'Teredo'],
  ['[fe80::1]', 'IPv6 link-local'],
  ['[fe80::1%25eth0]', 'IPv6 link-local with a zone'],
  ['[fd00:ec2::254]', 'unique local'],
  ['[fec0::1]', 'site-local'],
  ['[ff02::1]', 'IPv6 multicast'],
  ['localhost', 'localhost'],
  ['LOCALHOST.', 'localhost with a full stop'],
  ['gaffer.localhost', 'a name below localhost'],
  ['router', 'a name without a dot'],
  ['printer.local', 'multicast DNS'],
  ['metadata.google.internal', 'an internal name'],
  ['nas.home.arpa', 'a home network'],
  ['dee:secret@calendar.example', 'credentials'],
  ['dee@127.0.0.1', 'a user before loopback'],
  ['calendar.example:8443', 'another port'],
  ['calendar.example:22', 'another port'],
]

/** Creates a resolver that resolves every name to these addresses. */
export const createFakeResolver =
  (...addresses: string[]): HostResolver =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** The reason why the request fails; throws if it succeeds. */
export async function catchPublicFetchReason(
  url: string,
  request: Partial<PublicRequest> = {},
): Promise<PublicFetchReason> {
  const error: unknown = await fetchPublic(url, { reach: unlimitedReach, ...request }).then(
    ({ status }) => `answered ${status}`,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PublicFetchError)) throw new Error(`not a PublicFetchError: ${String(error)}`)
  return error.reason
}
