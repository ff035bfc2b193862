// Shows the changes that the server has not stored yet. The query cache has the server's replies, and `useEndpoint` applies the changes to
// them, so that a late, failed or older read never undoes a change on screen.

import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { AnyPathAndQueryParams } from './endpoint-path.ts'
import { endpointOfQueryKey, type ReadEndpointName } from './endpoint-query.ts'
import { meQueryOptions } from './me.ts'

/** The fields of a change that its applier reads. */
export type MadeChange = {
  endpoint: string
  params: Record<string, string>
  body: unknown
  madeAt: number
  problem?: { kind: 'conflict' | 'old' | 'refused' } | null
}

/** The id of the user's membership by band id. */
type OwnIds = ReadonlyMap<string, string>
type NamedRead = { name: ReadEndpointName; address: AnyPathAndQueryParams }

/** `stored` is the server's reply to the change; undefined until the server has stored the change. */
export type ShownReply = { read: NamedRead; reply: unknown; change: MadeChange; own: OwnIds; stored?: unknown }

/** Applies a change to the replies of the endpoints in `reads`. */
export type ChangeApplier = {
  reads: readonly ReadEndpointName[]
  /** Returns the reply with the change applied, or the same reply if the change is not in it. */
  apply: (shown: ShownReply) => unknown
}

const appliers = new Map<string, ChangeApplier>()
let changes: readonly MadeChange[] = []
let changesByRead = new Map<ReadEndpointName, readonly MadeChange[]>()
const listeners = new Set<() => void>()
const noChanges: readonly MadeChange[] = []

/** Registers the appliers of a feature, by the names of the endpoints that its changes are sent to. */
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

/** The changes to show in the replies of an endpoint. Returns the same array until the changes are set again. */
function changesToShowIn(name: ReadEndpointName): readonly MadeChange[] {
  if (changes.length === 0) return noChanges
  let found = changesByRead.get(name)
  if (!found) {
    found = changes.filter(({ endpoint }) => appliers.get(endpoint)?.reads.includes(name))
    changesByRead.set(name, found.length === 0 ? noChanges : found)
  }
  return found.length === 0 ? noChanges : found
}

/** Returns a `select` that applies the changes to a reply before the given `select`. Without changes, returns the given `select`. */
export function useSelectWithChanges<Reply, Data>(
  name: ReadEndpointName,
  address: AnyPathAndQueryParams,
  select: ((reply: Reply) => Data) | undefined,
): ((reply: Reply) => Data) | undefined {
  const client = useQueryClient()
  const madeChanges = useSyncExternalStore(subscribe, () => changesToShowIn(name))
  // A key that stays the same between renders: callers write the address as a literal, which is a new object in each render.
  const key = JSON.stringify(address)
  const selectWithChanges = useCallback(
    (reply: Reply) => {
      const read = { name, address: JSON.parse(key) as AnyPathAndQueryParams }
      const shown = applyChangesToReply(read, reply, madeChanges, ownIdsFrom(client)) as Reply
      return select ? select(shown) : (shown as unknown as Data)
    },
    [client, name, key, madeChanges, select],
  )
  return madeChanges.length === 0 ? select : selectWithChanges
}

/** The reply with the changes applied in order, without refused ones. */
export function applyChangesToReply(
  read: NamedRead,
  reply: unknown,
  made: readonly MadeChange[],
  own: OwnIds,
): unknown {
  return made
    .filter(({ problem }) => problem?.kind !== 'refused')
    .reduce((shown, change) => applyChange({ read, reply: shown, change, own }), reply)
}

function applyChange(shown: ShownReply): unknown {
  const applier = appliers.get(shown.change.endpoint)
  return applier?.reads.includes(shown.read.name) ? applier.apply(shown) : shown.reply
}

/** Applies a change that the server has stored to the cached replies, until they are refetched. */
export function writeStoredChange(client: QueryClient, change: MadeChange, stored: unknown): void {
  const own = ownIdsFrom(client)
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const read = endpointOfQueryKey(queryKey)
    if (!read || state.data === undefined) continue
    const newData = applyChange({ read, reply: state.data, change, own, stored })
    if (newData !== state.data) client.setQueryData(queryKey, newData, { updatedAt: state.dataUpdatedAt })
  }
}

function ownIdsFrom(client: QueryClient): OwnIds {
  const bands = client.getQueryData(meQueryOptions.queryKey)?.bands ?? []
  return new Map(bands.map(({ bandId, id }) => [bandId, id]))
}

export function isOfSameBand({ read, change }: ShownReply): boolean {
  return read.address.params?.['bandId'] === change.params['bandId']
}

export function isOfSameEvent(shown: ShownReply): boolean {
  return isOfSameBand(shown) && shown.read.address.params?.['eventId'] === shown.change.params['eventId']
}
