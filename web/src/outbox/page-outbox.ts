// The outbox in a page: stores changes that could not be sent, applies them to the query cache, and sends them once there is a network.

import { outboxMessages } from '@gaffer/domain/outbox-messages'
import { invalidateChanges } from '#api/invalidation.ts'
import { meQuery } from '#api/me.ts'
import { queryClient } from '#api/query-client.ts'
import { OutboxError } from '#lib/api-error.ts'
import { forget, readStored, writeStored } from '#lib/browser-storage.ts'
import { onConnectionChange, readConnection } from '#lib/connection.ts'
import { noteStoredVersion } from '#lib/stored-versions.ts'
import { readWaiting, setWaiting } from '#lib/waiting-changes.ts'
import { showFailure } from '#ui/toast-store.ts'
import {
  addChange,
  listChanges,
  onOutboxMessage,
  removeChangesOf,
  removeOldChangesOfOthers,
  wasCreatedHere,
  type Change,
  type NewChange,
} from './outbox-store.ts'
import { sendOutbox } from './send-outbox.ts'
import { showInQueries } from './show-waiting.ts'
import { requestSync } from './request-sync.ts'

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
export async function startOrShowFailure(): Promise<void> {
  await startOutbox().catch(() => showFailure(outboxMessages.notRead))
}

async function start(): Promise<void> {
  // Before any subscription, because this call throws if the browser has no database.
  const isNew = await wasCreatedHere()
  if (isNew && readStored('waiting') !== null) {
    forget('waiting')
    showFailure(outboxMessages.lost)
  }
  onOutboxMessage((news) => {
    if (news.kind === 'sent') {
      noteStoredVersion(news.change, news.storedVersion)
      refresh(news.change)
    }
    void show()
  })
  onConnectionChange(() => {
    if (!readConnection().isLost) void sendWaiting()
  })
  showInQueries(queryClient)
  await show()
  await removeOldChangesOfOthers(userId())
  void sendWaiting()
}

/** `subject` is the name of the event or song that the change is about. */
export type ToKeep = Omit<NewChange, 'userId' | 'words'> & { subject: string }

/** Stores a change until it can be sent. Throws OutboxError if the browser cannot store it. */
export async function keepChange({ subject, ...change }: ToKeep): Promise<void> {
  try {
    await startOutbox()
    await addChange({ ...change, userId: userId(), words: wordsOf(change, subject) })
  } catch (cause) {
    throw new OutboxError(outboxMessages.notKept, cause)
  }
  await show()
  void requestSync()
  void sendWaiting()
}

/** Sends the waiting changes, and retries later after a failure. */
export function sendWaiting(): Promise<void> {
  clearTimeout(retry)
  if (sending) isSendingAgain = true
  sending ??= send().finally(() => {
    sending = undefined
    if (!isSendingAgain) return
    isSendingAgain = false
    void sendWaiting()
  })
  return sending
}

async function send(): Promise<void> {
  if (readConnection().isLost) return
  const result = await sendOutbox(userId())
  failures = result.kind === 'later' ? failures + 1 : 0
  setWaiting({ isStuck: result.kind !== 'handled' })
  if (result.kind !== 'later') return
  const backOffMs = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs) * (0.75 + Math.random() / 2)
  retry = setTimeout(() => void sendWaiting(), Math.max(backOffMs, result.retryAfterMs))
}

async function show(): Promise<void> {
  const before = readWaiting().changes
  const changes = await listChanges(userId())
  setWaiting({ changes, ...(changes.length === 0 && { isStuck: false }) })
  if (changes.length > 0) writeStored('waiting', String(changes.length))
  else forget('waiting')
  const isNew = changes.some(({ id }) => !before.some((one) => one.id === id))
  if (isNew) showInQueries(queryClient)
  // Refetches also for refused and dropped changes, which the data on screen still contains.
  for (const change of before) {
    const now = changes.find(({ id }) => id === change.id)
    if (!now || now.problem?.kind !== change.problem?.kind) refresh(change)
  }
}

function wordsOf({ endpoint, params }: Pick<NewChange, 'endpoint' | 'params'>, subject: string): string {
  const { bands = [] } = queryClient.getQueryData(meQuery.queryKey) ?? {}
  const isOwn = bands.some(({ id }) => id === params['membershipId'])
  if (endpoint.includes('/answers/'))
    return isOwn ? outboxMessages.answerTo(subject) : outboxMessages.answerForOther(subject)
  if (endpoint.endsWith('/readiness')) return outboxMessages.readinessFor(subject)
  if (endpoint.endsWith('/practised')) return outboxMessages.practisedAt(subject)
  if (endpoint.endsWith('/gig-sheet')) return outboxMessages.sheetOf(subject)
  return endpoint.includes('/songs/') ? outboxMessages.notesOn(subject) : outboxMessages.editOf(subject)
}

const songChanges = /^(PATCH|POST) .*\/songs\/|\/practised$/
let outdated: Change[] = []
let refreshing: ReturnType<typeof setTimeout> | undefined
const refreshAfterMs = 100

/** Invalidates the queries that a change affects, once for several changes. */
function refresh(change: Change): void {
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

/** Whether the user may be signed out. Asks if changes wait, and deletes them if the user agrees. */
export async function askBeforeSignOut(): Promise<boolean> {
  await startOutbox()
  if (readWaiting().changes.length === 0) return true
  const isAgreed = await new Promise<boolean>((signOutQuestion) => setWaiting({ signOutQuestion }))
  setWaiting({ signOutQuestion: null })
  if (isAgreed) await deleteWaitingChanges()
  return isAgreed
}

export async function deleteWaitingChanges(): Promise<void> {
  await removeChangesOf(userId())
}

function userId(): string {
  const id = queryClient.getQueryData(meQuery.queryKey)?.user.id
  if (id === undefined) throw new Error('No user is signed in')
  return id
}
