// Cached reads of endpoints, and the one factory of their query keys.

import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { answeredEarly } from '#lib/early-answers.ts'
import {
  fetchOrThrow,
  fillAddress,
  request,
  type AddressArguments,
  type AnyAddress,
  type EndpointName,
  type Input,
  type Reply,
} from '#lib/request.ts'

export type ReadName = Extract<EndpointName, `GET ${string}`>
export type EndpointKey = readonly [name: ReadName, address: AnyAddress]

/** `queryKeyOf(name)` alone is a prefix of the keys of all the endpoint's queries, whatever their parameters. */
export function queryKeyOf<N extends ReadName>(name: N, address?: AnyAddress) {
  return address ? ([name, address] as const) : ([name] as const)
}

export function endpointQuery<N extends ReadName>(name: N, ...[address]: AddressArguments<N>) {
  return queryOptions<Reply<N>, Error, Reply<N>, EndpointKey>({
    queryKey: [name, address ?? {}],
    queryFn: ({ signal }) => request(name, Object.assign({ signal }, address) as Input<N>),
  })
}

/** The endpoint and the address of a key; null for keys that are not of an endpoint. */
export function endpointOf(queryKey: readonly unknown[]): { name: ReadName; address: AnyAddress } | null {
  const [name, address] = queryKey
  return typeof name === 'string' && name.startsWith('GET ')
    ? { name: name as ReadName, address: (address ?? {}) as AnyAddress }
    : null
}

/** The endpoints that `early-reads.ts` asks. */
const earlyNames: readonly ReadName[] = [
  'GET /api/me',
  'GET /api/settings',
  'GET /api/me/events',
  'GET /api/bands/:bandId/calendar',
  'GET /api/bands/:bandId/events',
  'GET /api/bands/:bandId/songs',
]

/** Puts the responses that arrived before the page into the cache, so that the first render is complete. */
export async function hydratePrefetched(client: QueryClient): Promise<void> {
  const reads = (await answeredEarly()).map((address) =>
    client.prefetchQuery({
      queryKey: keyOfAddress(address),
      queryFn: async (): Promise<unknown> => (await fetchOrThrow(address)).json(),
    }),
  )
  await Promise.all(reads)
}

/** The key of an address such as "/api/bands/…/events?startDate=…". */
function keyOfAddress(address: string): EndpointKey {
  const [path = '', search] = address.split('?')
  for (const name of earlyNames) {
    const pattern = name.slice('GET '.length).replace(/:(\w+)/g, '(?<$1>[^/]+)')
    const found = new RegExp(`^${pattern}$`).exec(path)
    if (!found) continue
    const params = found.groups && { params: { ...found.groups } }
    const query = search !== undefined && { query: Object.fromEntries(new URLSearchParams(search)) }
    return [name, { ...params, ...query }]
  }
  throw new Error(`${address} is not among the endpoints that are read early`)
}

/** The address that a key's query fetches; null for keys that are not of an endpoint. */
export function addressOfKey(queryKey: readonly unknown[]): string | null {
  const endpoint = endpointOf(queryKey)
  return endpoint && fillAddress(endpoint.name, endpoint.address)
}
