// Cached reads of endpoints, and the one factory of their query keys.

import { queryOptions } from '@tanstack/react-query'
import type { AnyAddress } from '#lib/fill-address.ts'
import { request, type AddressArguments, type EndpointName, type Input, type ResponseBody } from '#lib/request.ts'

export type ReadName = Extract<EndpointName, `GET ${string}`>
export type EndpointKey = readonly [name: ReadName, address: AnyAddress]

/** `queryKeyOf(name)` alone is a prefix of the keys of all the endpoint's queries, whatever their parameters. */
export function queryKeyOf<N extends ReadName>(name: N, address?: AnyAddress) {
  return address ? ([name, address] as const) : ([name] as const)
}

export function endpointQuery<N extends ReadName>(name: N, ...[address]: AddressArguments<N>) {
  return queryOptions<ResponseBody<N>, Error, ResponseBody<N>, EndpointKey>({
    queryKey: [name, address ?? {}],
    queryFn: ({ signal }) => request(name, Object.assign({ signal }, address) as Input<N>),
  })
}

/** The endpoint and the address of a query key; null for a key that names no endpoint. */
export function endpointOf(queryKey: readonly unknown[]): { name: ReadName; address: AnyAddress } | null {
  const [name, address] = queryKey
  return typeof name === 'string' && name.startsWith('GET ')
    ? { name: name as ReadName, address: (address ?? {}) as AnyAddress }
    : null
}
