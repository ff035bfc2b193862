import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { endpointQueryOptions, type EndpointQueryKey, type ReadEndpointName } from './endpoint-query.ts'
import type { PathAndQueryArguments, PathAndQueryParams, ResponseBody } from './request.ts'

type Options<N extends ReadEndpointName> = Pick<
  UseQueryOptions<ResponseBody<N>, Error, ResponseBody<N>, EndpointQueryKey>,
  'enabled' | 'staleTime' | 'gcTime' | 'placeholderData'
>
type Arguments<N extends ReadEndpointName> =
  Record<never, never> extends PathAndQueryParams<N>
    ? [address?: PathAndQueryParams<N>, options?: Options<N>]
    : [address: PathAndQueryParams<N>, options?: Options<N>]

/** Reads an endpoint. All components that read the same address share one query. */
export function useEndpoint<N extends ReadEndpointName>(name: N, ...[address, options]: Arguments<N>) {
  return useQuery({ ...endpointQueryOptions(name, ...([address] as PathAndQueryArguments<N>)), ...options })
}
