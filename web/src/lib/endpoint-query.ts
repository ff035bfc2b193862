// Cached reads of endpoints, and the one factory of their query keys.

import { queryOptions, type QueryKey } from '@tanstack/react-query'
import type { AnyPathAndQueryParams } from './endpoint-path.ts'
import {
  request,
  type PathAndQueryArguments,
  type EndpointName,
  type EndpointInput,
  type ResponseBody,
} from './request.ts'

export type ReadEndpointName = Extract<EndpointName, `GET ${string}`>
export type EndpointQueryKey = readonly [name: ReadEndpointName, address: AnyPathAndQueryParams]

/** `queryKeyOf(name)` alone is a prefix of the keys of all the endpoint's queries, whatever their parameters. */
export function queryKeyOf<N extends ReadEndpointName>(name: N, address?: AnyPathAndQueryParams) {
  return address ? ([name, address] as const) : ([name] as const)
}

export function endpointQueryOptions<N extends ReadEndpointName>(name: N, ...[address]: PathAndQueryArguments<N>) {
  return queryOptions<ResponseBody<N>, Error, ResponseBody<N>, EndpointQueryKey>({
    queryKey: [name, address ?? {}],
    queryFn: ({ signal }) => request(name, Object.assign({ signal }, address) as EndpointInput<N>),
  })
}

/** The endpoint and the address of a query key; null for a key that names no endpoint. */
export function endpointOfQueryKey(
  queryKey: readonly unknown[],
): { name: ReadEndpointName; address: AnyPathAndQueryParams } | null {
  const [name, address] = queryKey
  return typeof name === 'string' && name.startsWith('GET ')
    ? { name: name as ReadEndpointName, address: (address ?? {}) as AnyPathAndQueryParams }
    : null
}

/**
 * Returns a function for `placeholderData` that keeps the band's data of the previous date range on screen while the new range loads, for
 * instance after midnight.
 */
export function keepDataOfBand(bandId: string) {
  return <Data>(shown: Data, query: { queryKey: QueryKey } | undefined): Data | undefined =>
    query && endpointOfQueryKey(query.queryKey)?.address.params?.['bandId'] === bandId ? shown : undefined
}
