// Banners above every page: no connection, a change that needs the member's decision, and a membership that has ended.

import { formatNotSent } from '@gaffer/domain/operations/not-sent-text'
import { messages } from '@gaffer/domain/shared/messages'
import { hashKey, notifyManager, useQueryClient, type Query } from '@tanstack/react-query'
import { Clock, CloudOff } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { ApiError, hasErrorCode } from '#lib/api-error.ts'
import { waitForIdle } from '#lib/after-paint.ts'
import { meQueryOptions } from '#lib/me.ts'
import { onConnectionChange, probeServer, readConnectionState } from '#lib/connection.ts'
import { updateOutboxState, waitingChangesOf } from '#offline/outbox-state.ts'
import { loadOutbox } from '#offline/load-outbox.ts'
import { formatRelativeTime } from '#lib/format-relative-time.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { RemovedFromBandBanner } from './removed-from-band-banner.tsx'
import { useConnectionState, useOutboxState } from './offline-support.tsx'

export function AppBanners() {
  return (
    <>
      <LostConnectionBanner />
      <PostponedChangeBanner />
      <RemovedFromBandBanner />
      <LoadedIdleParts />
    </>
  )
}

/** Loads the chunk of the idle parts once the page is idle. If the chunk cannot be loaded, the next page tries again. */
function LoadedIdleParts() {
  const [Parts, setParts] = useState<ComponentType | null>(null)
  useEffect(() => {
    void waitForIdle()
      .then(() => import('./idle-parts.tsx'))
      .then(
        ({ IdleParts }) => setParts(() => IdleParts),
        () => undefined,
      )
  }, [])
  return Parts && <Parts />
}

function LostConnectionBanner() {
  const client = useQueryClient()
  const { isLost } = useConnectionState()
  const { readAt, isRefetchFailed } = useShownData()
  const { isStuck, ...outbox } = useOutboxState()
  const changes = waitingChangesOf(outbox)
  const [isTrying, setTrying] = useState(false)
  const isOutdated = isLost || isRefetchFailed
  useRefetchOnReconnect()

  async function tryAgain() {
    setTrying(true)
    // The outbox sends its changes by itself when the connection is back, unless it is stuck.
    if ((await probeServer()) && isStuck) await (await loadOutbox()).sendWaitingChanges()
    await client.refetchQueries({ type: 'active', predicate: isFailed })
    setTrying(false)
  }

  return (
    <output className="block">
      {(isOutdated || isStuck) && (
        <div className="mb-4">
          <Banner
            tone="warn"
            icon={<CloudOff aria-hidden="true" className="size-5 shrink-0 text-warn" />}
            action={
              <Button variant="secondary" isBusy={isTrying} onClick={() => void tryAgain()}>
                Try again
              </Button>
            }
          >
            {isOutdated && <p className="font-semibold">{isLost ? 'No connection' : 'Gaffer has a problem'}</p>}
            {changes.length > 0 && (
              <p className="flex items-center gap-1.5 font-semibold">
                <Clock aria-hidden="true" className="size-4 shrink-0" />
                {changes.length} {changes.length === 1 ? 'change' : 'changes'} waiting to send
              </p>
            )}
            {isOutdated && (
              <p className="text-sm text-muted">
                {readAt < Infinity && `This is how things stood ${formatRelativeTime(readAt)}. `}
                {isLost && 'What you answer, tick or edit is sent when you are back.'}
              </p>
            )}
          </Banner>
        </div>
      )}
    </output>
  )
}

/**
 * The banner for a change whose dialog was closed without a decision: an edit with a conflict, a change that is too old to be sent without
 * asking, or a refused change.
 */
export function PostponedChangeBanner() {
  const { changes, postponed } = useOutboxState()
  const change = changes.find(({ id, problem }) => problem && postponed.includes(id))
  const refusal = change?.problem?.kind === 'refused' ? change.problem.text : null
  const refusedCount = changes.filter(({ problem }) => problem?.kind === 'refused').length
  return (
    <output className="block">
      {change && (
        <div className="mb-4">
          <Banner
            tone="warn"
            icon={<Clock aria-hidden="true" className="size-5 shrink-0 text-warn" />}
            action={
              <Button variant="secondary" onClick={() => updateOutboxState({ postponed: [] })}>
                {refusal === null ? 'Choose' : 'Show'}
              </Button>
            }
          >
            <p className="font-semibold break-words">
              {refusal === null ? `${change.words}: not saved yet` : formatNotSent(refusedCount)}
            </p>
            <p className="text-sm break-words text-muted">
              {refusal ??
                (change.problem?.kind === 'old'
                  ? messages.oldNotSent
                  : 'Another member saved first. Choose which to keep.')}
            </p>
          </Banner>
        </div>
      )}
    </output>
  )
}

/** Returns when the oldest data on screen was read (epoch ms; Infinity without data), and whether the last refetch of any of it failed. */
function useShownData(): { readAt: number; isRefetchFailed: boolean } {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)), [cache])
  const findShown = () =>
    cache
      .findAll({ type: 'active' })
      .filter(({ queryHash, state }) => state.data !== undefined && queryHash !== hashKey(meQueryOptions.queryKey))
  const readAt = useSyncExternalStore(subscribe, () => Math.min(...findShown().map(({ state }) => state.dataUpdatedAt)))
  const isRefetchFailed = useSyncExternalStore(subscribe, () => findShown().some(isFailed))
  return { readAt, isRefetchFailed }
}

/**
 * Whether the last read of a query got no response, an incomplete one, a proxy's, or a server error. A 404 does not count: the object is
 * gone, so trying again would not help.
 */
function isFailed({ state: { error } }: Query): boolean {
  return error !== null && (!(error instanceof ApiError) || hasErrorCode(error, 'failed', 'unavailable'))
}

/** Invalidates all queries once the connection is back. */
function useRefetchOnReconnect(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onConnectionChange(() => {
        if (!readConnectionState().isLost) void client.invalidateQueries()
      }),
    [client],
  )
}
