import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { endpointQueryOptions, type EndpointQueryKey, type ReadEndpointName } from './endpoint-query.ts'
import type { AnyPathAndQueryParams } from './endpoint-path.ts'
import type { PathAndQueryArguments, PathAndQueryParams, ResponseBody } from './request.ts'
import { useSelectWithChanges } from './shown-changes.ts'

type Options<N extends ReadEndpointName, Data> = Pick<
  UseQueryOptions<ResponseBody<N>, Error, Data, EndpointQueryKey>,
  'enabled' | 'staleTime' | 'gcTime' | 'placeholderData' | 'select' | 'structuralSharing'
>
type Arguments<N extends ReadEndpointName, Data> =
  Record<never, never> extends PathAndQueryParams<N>
    ? [address?: PathAndQueryParams<N>, options?: Options<N, Data>]
    : [address: PathAndQueryParams<N>, options?: Options<N, Data>]

/** Reads an endpoint, and applies the changes that the server has not stored yet. All components that read one address share one query. */
export function useEndpoint<N extends ReadEndpointName, Data = ResponseBody<N>>(
  name: N,
  ...[address, options]: Arguments<N, Data>
) {
  const select = useSelectWithChanges<ResponseBody<N>, Data>(
    name,
    (address ?? {}) as AnyPathAndQueryParams,
    options?.select,
  )
  return useQuery<ResponseBody<N>, Error, Data, EndpointQueryKey>({
    ...endpointQueryOptions(name, ...([address] as PathAndQueryArguments<N>)),
    ...options,
    select,
  } as UseQueryOptions<ResponseBody<N>, Error, Data, EndpointQueryKey>)
}
