// The outbox in a page: stores changes that could not be sent, applies them to the query cache, and sends them once there is a network.

import { outboxMessages } from '@gaffer/domain/operations/outbox-messages'
import { invalidateChanges } from '#lib/invalidation.ts'
import { meQueryOptions } from '#lib/me-query.ts'
import { queryClient } from '#lib/query-client.ts'
import { OutboxError } from '#lib/api-error.ts'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'
import { onConnectionChange, readConnectionState } from '#lib/connection.ts'
import { recordVersionAfterEdit } from './stored-versions.ts'
import { readOutboxState, updateOutboxState } from './outbox-state.ts'
import { showFailureToast } from '#ui/toast-store.ts'
import {
  addChange,
  listChanges,
  onOutboxBroadcast,
  removeChangesOfUser,
  removeOldChangesOfOtherUsers,
  isOutboxDatabaseNew,
  type OutboxChange,
  type NewOutboxChange,
} from './outbox-store.ts'
import { sendOutbox } from './send-outbox.ts'
import { applyWaitingChangesToCache, watchQueryCache } from './show-waiting.ts'
import { registerBackgroundSync } from './register-background-sync.ts'

const firstRetryMs = 2000
const longestRetryMs = 60_000

let started: Promise<void> | undefined
let sending: Promise<void> | undefined
let isSendingAgain = false
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined

/** Starts the outbox once per page: shows the waiting changes and sends them. Rejects without a database. */
export function startOutbox(): Promise<void> {
  started ??= start().catch((error: unknown) => {
    started = undefined
    throw error
  })
  return started
}

/** Starts the outbox when a page opens. A failure is shown in a toast, because no action of the member could report it. */
export async function startOutboxOrShowFailure(): Promise<void> {
  await startOutbox().catch(() => showFailureToast(outboxMessages.notRead))
}

async function start(): Promise<void> {
  // Before any subscription, because this call throws if the browser has no database.
  const isNew = await isOutboxDatabaseNew()
  if (isNew && readStored('waiting') !== null) {
    deleteStored('waiting')
    showFailureToast(outboxMessages.lost)
  }
  onOutboxBroadcast((news) => {
    if (news.kind === 'sent') {
      recordVersionAfterEdit(news.change, news.storedVersion)
      refresh(news.change)
    }
    void show()
  })
  onConnectionChange(() => {
    if (!readConnectionState().isLost) void sendWaitingChanges()
  })
  watchQueryCache(queryClient)
  await show()
  await removeOldChangesOfOtherUsers(userId())
  void sendWaitingChanges()
}

/** `subjectName` is the name of the event or song that the change is about. */
export type ChangeToKeep = Omit<NewOutboxChange, 'userId' | 'words'> & { subjectName: string }

/** Stores a change until it can be sent. Throws OutboxError if the browser cannot store it. */
export async function keepInOutbox({ subjectName, ...change }: ChangeToKeep): Promise<void> {
  try {
    await startOutbox()
    await addChange({ ...change, userId: userId(), words: wordsOf(change, subjectName) })
  } catch (cause) {
    throw new OutboxError(outboxMessages.notKept, cause)
  }
  await show()
  void registerBackgroundSync()
  void sendWaitingChanges()
}

/** Sends the waiting changes, and retries later after a failure. */
export function sendWaitingChanges(): Promise<void> {
  clearTimeout(retry)
  if (sending) isSendingAgain = true
  sending ??= send().finally(() => {
    sending = undefined
    if (!isSendingAgain) return
    isSendingAgain = false
    void sendWaitingChanges()
  })
  return sending
}

async function send(): Promise<void> {
  if (readConnectionState().isLost) return
  const result = await sendOutbox(userId())
  failures = result.kind === 'later' ? failures + 1 : 0
  updateOutboxState({ isStuck: result.kind !== 'handled' })
  if (result.kind !== 'later') return
  const backOffMs = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs) * (0.75 + Math.random() / 2)
  retry = setTimeout(() => void sendWaitingChanges(), Math.max(backOffMs, result.retryAfterMs))
}

async function show(): Promise<void> {
  const before = readOutboxState().changes
  const changes = await listChanges(userId())
  updateOutboxState({ changes, ...(changes.length === 0 && { isStuck: false }) })
  if (changes.length > 0) writeStored('waiting', String(changes.length))
  else deleteStored('waiting')
  const isNew = changes.some(({ id }) => !before.some((one) => one.id === id))
  if (isNew) applyWaitingChangesToCache(queryClient)
  // Refetches also for refused and dropped changes, which the data on screen still contains.
  for (const change of before) {
    const now = changes.find(({ id }) => id === change.id)
    if (!now || now.problem?.kind !== change.problem?.kind) refresh(change)
  }
}

function wordsOf({ endpoint, params }: Pick<NewOutboxChange, 'endpoint' | 'params'>, name: string): string {
  const { bands = [] } = queryClient.getQueryData(meQueryOptions.queryKey) ?? {}
  const isOwn = bands.some(({ id }) => id === params['membershipId'])
  if (endpoint.includes('/answers/')) return isOwn ? outboxMessages.answerTo(name) : outboxMessages.answerForOther(name)
  if (endpoint.endsWith('/readiness')) return outboxMessages.readinessFor(name)
  if (endpoint.includes('/practised')) return outboxMessages.practisedAt(name)
  if (endpoint.endsWith('/gig-sheet')) return outboxMessages.sheetOf(name)
  return endpoint.includes('/songs/') ? outboxMessages.notesOn(name) : outboxMessages.editOf(name)
}

const songChanges = /^(PATCH|POST) .*\/songs\/|\/practised\b/
let outdated: OutboxChange[] = []
let refreshing: ReturnType<typeof setTimeout> | undefined
const refreshAfterMs = 100

/** Invalidates the queries that a change affects, once for several changes. */
function refresh(change: OutboxChange): void {
  outdated.push(change)
  refreshing ??= setTimeout(() => {
    const changes = outdated.map(({ endpoint, params }) => ({
      bandId: params['bandId'] ?? null,
      what: songChanges.test(endpoint) ? ('songs' as const) : ('events' as const),
    }))
    outdated = []
    refreshing = undefined
    void invalidateChanges(queryClient, changes)
  }, refreshAfterMs)
}

/** Whether the waiting changes may be deleted by a sign-out. Asks if there are any; deletes nothing yet. */
export async function askToDeleteWaitingChanges(): Promise<boolean> {
  await startOutbox()
  if (readOutboxState().changes.length === 0) return true
  const isAgreed = await new Promise<boolean>((signOutQuestion) => updateOutboxState({ signOutQuestion }))
  updateOutboxState({ signOutQuestion: null })
  return isAgreed
}

export async function deleteWaitingChanges(): Promise<void> {
  await removeChangesOfUser(userId())
}

function userId(): string {
  const id = queryClient.getQueryData(meQueryOptions.queryKey)?.user.id
  if (id === undefined) throw new Error('No user is signed in')
  return id
}
