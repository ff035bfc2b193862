// Changes: requests to the endpoints that write. Each invalidates the queries that the `changes` of its endpoint table entry affect.

import {
  mutationOptions,
  useMutation,
  useQueryClient,
  type MutationOptions,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query'
import { hasErrorCode } from '#lib/api-error.ts'
import {
  request,
  type AnyEndpointInput,
  type EndpointName,
  type Endpoints,
  type EndpointInput,
  type ResponseBody,
} from '#lib/request.ts'
import { queryKeyOf, type ReadEndpointName } from '#lib/endpoint-query.ts'
import { invalidateChanges } from '#lib/invalidation.ts'
import type { ChangeFailure } from '#lib/show-failure.ts'
import { makeChange, type ChangeSubject, type RepeatableEndpointName } from './make-change.ts'

// HEAD and OPTIONS are part of the upload protocol, and change nothing.
type WriteEndpointName = Exclude<EndpointName, ReadEndpointName | `${'HEAD' | 'OPTIONS'} ${string}`>

type ChangeOptions<N extends WriteEndpointName, Variables> = Pick<
  MutationOptions<ResponseBody<N>, Error, Variables>,
  'mutationKey'
> & {
  /** Repeats the `changes` of the endpoint's table entry, because the bundle does not contain the table. The compiler compares the two. */
  changes: Endpoints[N]['changes']
  /** The toast of a failure; null if the caller shows the failure. */
  failure: ChangeFailure<Variables>
  /** The ids of the events that the request deletes: their queries would get 404. */
  deletedEventIds?: (variables: Variables) => readonly string[]
  /** Endpoints whose queries are invalidated in addition to `changes`, such as the user's own sessions. */
  invalidates?: readonly ReadEndpointName[]
  /** Runs before anything is invalidated. */
  onSuccess?: (reply: ResponseBody<N>, client: QueryClient) => void
  /** Set for a change that is shown at once. The mutation resolves to this `reply` if the change waits for a network. */
  keep?: N extends RepeatableEndpointName
    ? (variables: Variables) => { about: ChangeSubject; reply: ResponseBody<N> }
    : never
  /** A 404 counts as success: the object is already deleted. */
  isDoneIfNotFound?: undefined extends ResponseBody<N> ? true : never
}
/** Makes the input of the request. Without it, the variables are the input. */
type WithInput<N extends WriteEndpointName, Variables> = { input: (variables: Variables) => EndpointInput<N> }

type ChangeMutation<N extends WriteEndpointName, Variables> = UseMutationResult<ResponseBody<N>, Error, Variables> & {
  /** Sends the change. Resolves to null after a failure, which `failure` shows. */
  send: (variables: Variables) => Promise<{ reply: ResponseBody<N> } | null>
}

/** A change without `keep` is pending until the invalidated queries on screen are refetched. */
export function useChange<N extends WriteEndpointName>(
  name: N,
  options: ChangeOptions<N, EndpointInput<N>> & { input?: undefined },
): ChangeMutation<N, EndpointInput<N>>
export function useChange<N extends WriteEndpointName, Variables = void>(
  name: N,
  options: ChangeOptions<N, Variables> & WithInput<N, Variables>,
): ChangeMutation<N, Variables>
export function useChange<N extends WriteEndpointName, Variables>(
  name: N,
  options: ChangeOptions<N, Variables> & { input?: ((variables: Variables) => EndpointInput<N>) | undefined },
): ChangeMutation<N, Variables> {
  const { input = (variables: Variables) => variables as unknown as EndpointInput<N> } = options
  const mutation = useMutation(changeOptions(useQueryClient(), name, { ...options, input }))
  return {
    ...mutation,
    send: (variables) =>
      mutation.mutateAsync(variables).then(
        (reply) => ({ reply }),
        // The mutation cache has shown the failure, unless `failure` is null.
        () => null,
      ),
  }
}

export function changeOptions<N extends WriteEndpointName, Variables = void>(
  client: QueryClient,
  name: N,
  options: ChangeOptions<N, Variables> & WithInput<N, Variables>,
) {
  const {
    changes,
    failure,
    input,
    deletedEventIds,
    invalidates = [],
    onSuccess,
    keep,
    isDoneIfNotFound,
    ...ofMutation
  } = options
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
    ...ofMutation,
    meta: { failure },
    mutationFn: async (variables: Variables): Promise<ResponseBody<N>> => {
      const keptChange = keep?.(variables)
      try {
        if (!keptChange) return await request(name, input(variables))
        // The type of `keep` allows it only for these endpoints.
        const repeatable = name as N & RepeatableEndpointName
        const sentReply = await makeChange(client, repeatable, input(variables) as never, keptChange.about)
        return (sentReply === null ? keptChange.reply : sentReply) as ResponseBody<N>
      } catch (error) {
        if (isDoneIfNotFound && hasErrorCode(error, 'not_found')) return undefined as ResponseBody<N>
        throw error
      }
    },
    onSuccess: async (reply, variables) => {
      onSuccess?.(reply, client)
      // The outbox invalidates the queries that its own changes affect.
      if (!keep) await invalidate(variables)
    },
    onError: (error, variables) => {
      // The cached data is outdated: another member was faster.
      if (!keep && hasErrorCode(error, 'not_found', 'conflict', 'stale')) void invalidate(variables)
    },
  })
}
