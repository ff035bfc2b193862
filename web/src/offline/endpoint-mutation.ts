// Mutations of endpoints. Each invalidates the queries that the `changes` of its endpoint table entry affect.

import { mutationOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { hasErrorCode } from '#lib/api-error.ts'
import {
  request,
  type AnyEndpointInput,
  type EndpointName,
  type Endpoints,
  type EndpointInput,
  type ResponseBody,
} from '#lib/request.ts'
import { hasWaitingChange } from './outbox-state.ts'
import { queryKeyOf, type ReadEndpointName } from '#lib/endpoint-query.ts'
import { invalidateChanges } from '#lib/invalidation.ts'
import { sendOrKeepInOutbox, type ChangeSubject, type IdempotentEndpointName } from './send-or-keep.ts'

type WriteEndpointName = Exclude<EndpointName, ReadEndpointName>

type Options<N extends WriteEndpointName, Variables> = {
  /** The table's own `changes`, which the compiler compares: the bundle does not contain the table. */
  changes: Endpoints[N]['changes']
  input: (variables: Variables) => EndpointInput<N>
  /** The ids of the events that the request deletes: their queries would get 404. */
  deletedEventIds?: (variables: Variables) => readonly string[]
  /** Endpoints whose queries are invalidated in addition to `changes`, such as the user's own sessions. */
  invalidates?: readonly ReadEndpointName[]
  /** Runs before anything is invalidated. */
  onSuccess?: (reply: ResponseBody<N>, client: QueryClient) => void
  /** Without a network the change is kept in the outbox, and the mutation resolves to this reply. */
  keep?: N extends IdempotentEndpointName
    ? (variables: Variables) => { about: ChangeSubject; reply: ResponseBody<N> }
    : never
  /** A 404 counts as success: the object is already deleted. */
  isDoneIfNotFound?: undefined extends ResponseBody<N> ? true : never
}

/** The mutation is pending until the invalidated queries on screen are refetched. */
export function useEndpointMutation<N extends WriteEndpointName, Variables = void>(
  name: N,
  options: Options<N, Variables>,
) {
  return useMutation(endpointMutationOptions(useQueryClient(), name, options))
}

export function endpointMutationOptions<N extends WriteEndpointName, Variables = void>(
  client: QueryClient,
  name: N,
  { changes, input, deletedEventIds, invalidates = [], onSuccess, keep, isDoneIfNotFound }: Options<N, Variables>,
) {
  const invalidate = async (variables: Variables): Promise<void> => {
    const { params }: AnyEndpointInput = input(variables)
    await Promise.all([
      changes === 'session' || changes === 'nothing'
        ? undefined
        : invalidateChanges(client, [
            { bandId: params?.['bandId'] ?? null, what: changes, deletedEventIds: deletedEventIds?.(variables) },
          ]),
      ...invalidates.map((read) => client.invalidateQueries({ queryKey: queryKeyOf(read) })),
    ])
  }
  return mutationOptions({
    mutationFn: async (variables: Variables): Promise<ResponseBody<N>> => {
      const kept = keep?.(variables)
      try {
        // The type of `keep` allows it only for endpoints with an idempotency key.
        const sent =
          kept && (await sendOrKeepInOutbox(name as N & IdempotentEndpointName, input(variables) as never, kept.about))
        return sent === undefined ? await request(name, input(variables)) : ((sent ?? kept?.reply) as ResponseBody<N>)
      } catch (error) {
        if (isDoneIfNotFound && hasErrorCode(error, 'not_found')) return undefined as ResponseBody<N>
        throw error
      }
    },
    onSuccess: async (reply, variables) => {
      // The change waits in the outbox: the server has stored nothing, and a refetch would wait for the network.
      if (keep && hasWaitingChange(keep(variables).about.id)) return
      onSuccess?.(reply, client)
      await invalidate(variables)
    },
    onError: (error, variables) => {
      // The cached data is outdated: another member was faster.
      if (hasErrorCode(error, 'not_found', 'conflict', 'stale')) void invalidate(variables)
    },
  })
}
