import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** A cache, because several limits need the network of one request. */
const networksByIp = new LRUCache<string, string>({ max: 1000, memoMethod: parseNetwork })

/** The rate-limit key of an IP address: IPv4 as it is, IPv6 as its /64, because one customer has the whole block. */
export function networkOf(ip: string): string {
  return networksByIp.memo(ip)
}

function parseNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
