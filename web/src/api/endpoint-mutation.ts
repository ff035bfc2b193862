// Writes to endpoints. Each invalidates what the endpoint table says that it changes.

import { mutationOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { hasCode } from '#lib/api-error.ts'
import { request, type AnyInput, type EndpointName, type Endpoints, type Input, type Reply } from '#lib/request.ts'
import { isWaiting } from '#lib/waiting-changes.ts'
import { queryKeyOf, type ReadName } from './endpoint-query.ts'
import { invalidateChanges } from './invalidation.ts'
import { sendOrKeep, type About, type IdempotentName } from './send-or-keep.ts'

type WriteName = Exclude<EndpointName, ReadName>

type Options<N extends WriteName, Variables> = {
  /** The table's own `changes`, which the compiler compares: the bundle does not contain the table. */
  changes: Endpoints[N]['changes']
  input: (variables: Variables) => Input<N>
  /** The id of the event that the request deletes. */
  deletedEventId?: (variables: Variables) => string
  /** Further endpoints whose queries are invalidated, for what the table does not call a change of a band. */
  invalidates?: readonly ReadName[]
  /** Runs before anything is invalidated. */
  onSuccess?: (reply: Reply<N>, client: QueryClient) => void
  /** Without a network the change is kept, and resolves to this reply. */
  keep?: N extends IdempotentName ? (variables: Variables) => { about: About; reply: Reply<N> } : never
  /** An object that is gone counts as deleted. */
  isDoneIfNotFound?: undefined extends Reply<N> ? true : never
}

/** The mutation is pending until the invalidated queries on screen are refetched. */
export function useEndpointMutation<N extends WriteName, Variables = void>(name: N, options: Options<N, Variables>) {
  return useMutation(endpointMutation(useQueryClient(), name, options))
}

export function endpointMutation<N extends WriteName, Variables = void>(
  client: QueryClient,
  name: N,
  { changes, input, deletedEventId, invalidates = [], onSuccess, keep, isDoneIfNotFound }: Options<N, Variables>,
) {
  const invalidate = async (variables: Variables): Promise<void> => {
    const { params }: AnyInput = input(variables)
    await Promise.all([
      changes === 'session' || changes === 'nothing'
        ? undefined
        : invalidateChanges(client, [
            { bandId: params?.['bandId'] ?? null, what: changes, deletedEventId: deletedEventId?.(variables) },
          ]),
      ...invalidates.map((read) => client.invalidateQueries({ queryKey: queryKeyOf(read) })),
    ])
  }
  return mutationOptions({
    mutationFn: async (variables: Variables): Promise<Reply<N>> => {
      const kept = keep?.(variables)
      try {
        // Only endpoints with an idempotency key have `keep`.
        const sent = kept && (await sendOrKeep(name as N & IdempotentName, input(variables) as never, kept.about))
        return sent === undefined ? await request(name, input(variables)) : ((sent ?? kept?.reply) as Reply<N>)
      } catch (error) {
        if (isDoneIfNotFound && hasCode(error, 'not_found')) return undefined as Reply<N>
        throw error
      }
    },
    onSuccess: async (reply, variables) => {
      // Nothing is stored yet, and reading again would wait for the network.
      if (keep && isWaiting(keep(variables).about.id)) return
      onSuccess?.(reply, client)
      await invalidate(variables)
    },
    onError: (error, variables) => {
      // What is on screen is outdated: another member was faster.
      if (hasCode(error, 'not_found', 'conflict', 'stale')) void invalidate(variables)
    },
  })
}
