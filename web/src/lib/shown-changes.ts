// The changes that the server has not stored yet, and how they look in what pages read. The query cache has the server's replies;
// `useEndpoint` applies the changes to them, so that a late, failed or older read never undoes a change on screen.

import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { AnyPathAndQueryParams } from './endpoint-path.ts'
import { endpointOfQueryKey, type ReadEndpointName } from './endpoint-query.ts'
import { meQueryOptions } from './me.ts'

/** The fields of a change that say how it looks. */
export type MadeChange = {
  endpoint: string
  params: Record<string, string>
  body: unknown
  madeAt: number
  problem?: { kind: 'conflict' | 'old' | 'refused' } | null
}

/** The id of the user's membership by band id. */
type Own = ReadonlyMap<string, string>
type Read = { name: ReadEndpointName; address: AnyPathAndQueryParams }

/** `stored` is the server's reply to the change, once it has stored it. */
export type ShownReply = { read: Read; reply: unknown; change: MadeChange; own: Own; stored?: unknown }

/** How a change looks in replies: `reads` are the endpoints that contain it. */
export type ChangeApplier = {
  reads: readonly ReadEndpointName[]
  /** Returns the reply with the change applied, or the same reply if the change is not in it. */
  apply: (shown: ShownReply) => unknown
}

const appliers = new Map<string, ChangeApplier>()
let changes: readonly MadeChange[] = []
let changesByRead = new Map<ReadEndpointName, readonly MadeChange[]>()
const listeners = new Set<() => void>()
const none: readonly MadeChange[] = []

/** Each feature registers how its changes look, by the names of their endpoints. */
export function registerChangeAppliers(added: Record<string, ChangeApplier>): void {
  for (const [endpoint, applier] of Object.entries(added)) appliers.set(endpoint, applier)
}

/** Sets the changes to show, oldest first. */
export function setShownChanges(shown: readonly MadeChange[]): void {
  changes = shown
  changesByRead = new Map()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The same array while the changes do not change. */
function changesIn(name: ReadEndpointName): readonly MadeChange[] {
  if (changes.length === 0) return none
  let found = changesByRead.get(name)
  if (!found) {
    found = changes.filter(({ endpoint }) => appliers.get(endpoint)?.reads.includes(name))
    changesByRead.set(name, found.length === 0 ? none : found)
  }
  return found.length === 0 ? none : found
}

/** A `select` of the read that applies the changes and then `select`; the given `select` itself while there are none. */
export function useSelectWithChanges<Reply, Data>(
  name: ReadEndpointName,
  address: AnyPathAndQueryParams,
  select: ((reply: Reply) => Data) | undefined,
): ((reply: Reply) => Data) | undefined {
  const client = useQueryClient()
  const made = useSyncExternalStore(subscribe, () => changesIn(name))
  // Callers write the address as a literal.
  const key = JSON.stringify(address)
  const selectWithChanges = useCallback(
    (reply: Reply) => {
      const read = { name, address: JSON.parse(key) as AnyPathAndQueryParams }
      const shown = applyChangesToReply(read, reply, made, ownMemberships(client)) as Reply
      return select ? select(shown) : (shown as unknown as Data)
    },
    [client, name, key, made, select],
  )
  return made.length === 0 ? select : selectWithChanges
}

/** The reply with the changes applied in order, without refused ones. */
export function applyChangesToReply(read: Read, reply: unknown, made: readonly MadeChange[], own: Own): unknown {
  return made
    .filter(({ problem }) => problem?.kind !== 'refused')
    .reduce((shown, change) => applyChange({ read, reply: shown, change, own }), reply)
}

function applyChange(shown: ShownReply): unknown {
  const applier = appliers.get(shown.change.endpoint)
  return applier?.reads.includes(shown.read.name) ? applier.apply(shown) : shown.reply
}

/** Writes a change that the server has stored to the cached replies, which the reads after it replace. */
export function writeStoredChange(client: QueryClient, change: MadeChange, stored: unknown): void {
  const own = ownMemberships(client)
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const read = endpointOfQueryKey(queryKey)
    if (!read || state.data === undefined) continue
    const written = applyChange({ read, reply: state.data, change, own, stored })
    if (written !== state.data) client.setQueryData(queryKey, written, { updatedAt: state.dataUpdatedAt })
  }
}

function ownMemberships(client: QueryClient): Own {
  const bands = client.getQueryData(meQueryOptions.queryKey)?.bands ?? []
  return new Map(bands.map(({ bandId, id }) => [bandId, id]))
}

export function isOfSameBand({ read, change }: ShownReply): boolean {
  return read.address.params?.['bandId'] === change.params['bandId']
}

export function isOfSameEvent(shown: ShownReply): boolean {
  return isOfSameBand(shown) && shown.read.address.params?.['eventId'] === shown.change.params['eventId']
}
