// One cached read of an endpoint. The parts of its key, joined with "/", are the path that is fetched.

import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { addressOf, call, type AddressArguments, type CallName, type Input, type Reply } from '#lib/request.ts'

type ReadName = Extract<CallName, `GET ${string}`>

export function endpointQuery<N extends ReadName>(name: N, ...address: AddressArguments<N>) {
  const input = address[0] as Input<N> | undefined
  return queryOptions<Reply<N>, Error, Reply<N>, string[]>({
    queryKey: addressOf(name, ...address).split('/'),
    queryFn: ({ signal }) => call(name, Object.assign({ signal }, input) as Input<N>),
  })
}

/** Reads again what is cached beneath a path ("/api/bands/…/events"), whatever its query. Resolves when it is there. */
export function refresh(client: QueryClient, path: string): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey }) => {
      const key = queryKey.join('/')
      return key === path || key.startsWith(`${path}/`) || key.startsWith(`${path}?`)
    },
  })
}
