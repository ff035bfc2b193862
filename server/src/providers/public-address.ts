// Which URLs may be requested on behalf of members. Their hosts are chosen by members, so requests could reach this machine's own network
// (server-side request forgery).

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which URLs an outgoing request may reach. */
export type NetworkReach = {
  protocols: readonly string[]
  /** Null allows any port. */
  port: number | null
  /** False refuses names that exist only in a local network. */
  allowsLocalNames: boolean
  allowsAddress(address: string): boolean
}

/**
 * Public addresses with https. Only port 443: this machine's own public address counts as public, and its firewall may allow connections
 * from itself to other ports.
 */
export const publicNetworkReach: NetworkReach = {
  protocols: ['https:'],
  port: 443,
  allowsLocalNames: false,
  allowsAddress: isPublicIpAddress,
}

/** For addresses that the operator has configured, and for all with ALLOW_PRIVATE_FETCH. */
export const unlimitedReach: NetworkReach = {
  protocols: ['https:', 'http:'],
  port: null,
  allowsLocalNames: true,
  allowsAddress: () => true,
}

/** `allowPrivateFetch` is the setting ALLOW_PRIVATE_FETCH. */
export function networkReachFor({ allowPrivateFetch }: { allowPrivateFetch: boolean }): NetworkReach {
  return allowPrivateFetch ? unlimitedReach : publicNetworkReach
}

/**
 * The parsed URL, or null if it must not be requested. Names are not resolved: that happens when the request connects. The WHATWG parser
 * has turned decimal, octal and hexadecimal forms of an IPv4 address into dotted decimals.
 */
export function parseAllowedUrl(text: string, reach: NetworkReach): URL | null {
  const url = URL.parse(text)
  if (!url || !reach.protocols.includes(url.protocol)) return null
  if (url.username !== '' || url.password !== '') return null
  if (reach.port !== null && portOf(url) !== reach.port) return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return reach.allowsAddress(host) ? url : null
  return reach.allowsLocalNames || !isLocalName(host) ? url : null
}

/** Whether the URL may be requested, for the validation of input. */
export function isAllowedUrl(text: string, reach: NetworkReach): boolean {
  return parseAllowedUrl(text, reach) !== null
}

/**
 * True for globally routable unicast addresses only. For IPv6 that is 2000::/3 without its special ranges: ipaddr.js also takes
 * IPv4-compatible addresses (::127.0.0.1) for unicast.
 */
export function isPublicIpAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20
}

function portOf({ protocol, port }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** True for names of special use (RFC 6761, 6762, 8375, .internal of ICANN) and names without a dot. */
function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '')
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa|invalid|onion)$/.test(name)
}
