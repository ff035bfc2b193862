// Applies the waiting changes to the query cache, and to each later response of the server, which does not contain them yet.

import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import { endpointOfQueryKey, type ReadEndpointName } from '#lib/endpoint-query.ts'
import { meQueryOptions } from '#lib/me-query.ts'
import type { AnyPathAndQueryParams } from '#lib/endpoint-path.ts'
import { readOutboxState } from './outbox-state.ts'
import type { OutboxChange } from './outbox-store.ts'

type Read = { name: ReadEndpointName; address: AnyPathAndQueryParams }

/** Returns the response with a waiting change applied, or the same response if the change is not in it. */
export type ApplyWaitingChange = (shown: ShownResponse) => unknown
/** By the name of the change's endpoint. */
export type WaitingChangeAppliers = Record<string, ApplyWaitingChange>

export type ShownResponse = { read: Read; reply: unknown; change: OutboxChange; own: Own }

const appliers: WaitingChangeAppliers = {}

/** Each feature applies its own changes; `app/waiting-changes.ts` registers them. */
export function registerWaitingChanges(added: WaitingChangeAppliers): void {
  Object.assign(appliers, added)
}

let isWatching = false

/** Applies the waiting changes to every later response. */
export function watchQueryCache(client: QueryClient): void {
  if (isWatching) return
  isWatching = true
  // The cache notifies before React renders, so the page never shows a response without the changes.
  client.getQueryCache().subscribe((news) => {
    const isReply = news.type === 'updated' && news.action.type === 'success' && !news.action.manual
    if (isReply) showIn(client, news.query)
  })
}

/** Applies the waiting changes to all cached queries. */
export function applyWaitingChangesToCache(client: QueryClient): void {
  notifyManager.batch(() => {
    for (const query of client.getQueryCache().getAll()) showIn(client, query)
  })
}

function showIn(client: QueryClient, query: Query): void {
  const read = endpointOfQueryKey(query.queryKey)
  const data: unknown = query.state.data
  if (!read || data === undefined) return
  const bands = client.getQueryData(meQueryOptions.queryKey)?.bands ?? []
  const own = new Map(bands.map(({ bandId, id }) => [bandId, id]))
  const shown = applyChangesToReply(read, data, readOutboxState().changes, own)
  if (shown !== data) client.setQueryData(query.queryKey, shown, { updatedAt: query.state.dataUpdatedAt })
}

/** The id of the user's membership by band id. */
export type Own = ReadonlyMap<string, string>

/** The reply with the waiting changes applied in order, without refused ones. */
export function applyChangesToReply(read: Read, reply: unknown, changes: readonly OutboxChange[], own: Own): unknown {
  return changes
    .filter(({ problem }) => problem?.kind !== 'refused')
    .reduce((shown, change) => appliers[change.endpoint]?.({ read, reply: shown, change, own }) ?? shown, reply)
}

export function isOfSameBand({ read, change }: ShownResponse): boolean {
  return read.address.params?.['bandId'] === change.params['bandId']
}

export function isOfSameEvent(shown: ShownResponse): boolean {
  return isOfSameBand(shown) && shown.read.address.params?.['eventId'] === shown.change.params['eventId']
}
