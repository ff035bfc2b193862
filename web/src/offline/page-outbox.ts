// The outbox in a page: stores each change, sends it now or once there is a network, and writes what the server has stored to the
// query cache.

import { outboxMessages } from '@gaffer/domain/operations/outbox-messages'
import type { QueryClient } from '@tanstack/react-query'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'
import { onConnectionChange, probeServer, readConnectionState } from '#lib/connection.ts'
import { cancelQueriesAffectedBy, invalidateChanges, type DataChange } from '#lib/invalidation.ts'
import { meQueryOptions } from '#lib/me.ts'
import { queryClient } from '#lib/query-client.ts'
import { pageInstanceId } from '#lib/request.ts'
import { writeStoredChange } from '#lib/shown-changes.ts'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { hideUnstored, readOutboxState, updateOutboxState, waitingChangesOf } from './outbox-state.ts'
import {
  addChange,
  isInMemory,
  isOutboxDatabaseNew,
  listChanges,
  markAllAsWaiting,
  onOutboxBroadcast,
  removeChanges,
  removeChangesOfUser,
  removeOldChangesOfOtherUsers,
  type NewOutboxChange,
  type OutboxChange,
  type SentReply,
} from './outbox-store.ts'
import { backgroundSyncTag, sendOutbox, type SendingPage, type SendResult } from './send-outbox.ts'

const firstRetryMs = 2000
const maxRetryMs = 60_000

let client: QueryClient = queryClient
let startPromise: Promise<void> | undefined
let sendPromise: Promise<void> | undefined
let isAnotherSendRequested = false
let failureCount = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined

/** The ids of the changes that the server has stored. A list of the outbox that was read earlier must not show them again. */
const storedIds = new Set<number>()

/** The callers that wait for the reply to a change's first request, by its idempotency key. */
const waitingCallers = new Map<string, { resolve: (reply: unknown) => void; reject: (error: unknown) => void }>()

/** Starts the outbox once per page: shows its changes and sends them. */
export function startOutbox(): Promise<void> {
  startPromise ??= showAndSendStored().catch((error: unknown) => {
    startPromise = undefined
    throw error
  })
  return startPromise
}

async function showAndSendStored(): Promise<void> {
  const wasWaiting = readStored('waiting') !== null
  const isNew = await isOutboxDatabaseNew().catch(() => null)
  if (wasWaiting && isNew !== false) showFailureToast(isNew ? outboxMessages.lost : outboxMessages.notRead)
  onOutboxBroadcast((message) => {
    if (message.kind === 'sent' && isInThisOutbox(message.change)) void finishSentChange(message.change, message.reply)
    void showStoredChanges()
  })
  onConnectionChange(() => {
    if (!readConnectionState().isLost) void sendWaitingChanges()
  })
  await showStoredChanges()
  await removeOldChangesOfOtherUsers(readUserId())
  void sendWaitingChanges()
}

/** Whether a change that another tab has sent is in this tab's outbox: false for a change of another account or in the other tab's memory. */
function isInThisOutbox(change: OutboxChange): boolean {
  return change.userId === readUserId() && !isInMemory(change)
}

/** `subjectName` is the name of the object that the change is about, such as the title of an event or a song. */
export type ChangeToSend = Omit<NewOutboxChange, 'userId' | 'words'> & { subjectName: string }

/** Adds a change to the outbox, and sends it. Resolves to the reply, or to null if the change waits. Throws ApiError after an immediate refusal. */
export async function storeAndSend(ofPage: QueryClient, { subjectName, ...change }: ChangeToSend): Promise<unknown> {
  client = ofPage
  await startOutbox()
  // Without a connection, or behind other waiting changes, the change counts as waiting from the start.
  const isFirstTry = !readConnectionState().isLost && waitingChangesOf(readOutboxState()).length === 0
  const reply = new Promise<unknown>((resolve, reject) =>
    waitingCallers.set(change.idempotencyKey, { resolve, reject }),
  )
  // Prevents an unhandled rejection: the caller awaits the reply later, and handles its error.
  reply.catch(() => undefined)
  await addChange({
    ...change,
    userId: readUserId(),
    version: newestVersionOf(change, change.version),
    words: describeChange(change, subjectName),
    isFirstTry,
  })
  await showStoredChanges()
  hideUnstored(change)
  if (!isFirstTry) await resolveCallersAsWaiting()
  void sendWaitingChanges()
  return reply
}

/** Sends the changes of the outbox, and retries later after a failure. */
export function sendWaitingChanges(): Promise<void> {
  clearTimeout(retryTimer)
  if (sendPromise) isAnotherSendRequested = true
  sendPromise ??= sendAndScheduleRetry().finally(() => {
    sendPromise = undefined
    if (!isAnotherSendRequested) return
    isAnotherSendRequested = false
    void sendWaitingChanges()
  })
  return sendPromise
}

async function sendAndScheduleRetry(): Promise<void> {
  if (readConnectionState().isLost) return resolveCallersAsWaiting()
  // If the outbox cannot be read, the page tries again later, as after a server error.
  const result = await sendOutbox(readUserId(), page).catch((): SendResult => ({ kind: 'later', retryAfterMs: 0 }))
  failureCount = result.kind === 'later' ? failureCount + 1 : 0
  if (result.kind !== 'handled') await resolveCallersAsWaiting()
  updateOutboxState({ isStuck: result.kind !== 'handled' })
  if (result.kind !== 'later') return
  // If there is no network, the probe marks the connection as lost.
  void probeServer()
  const backOffMs = Math.min(firstRetryMs * 2 ** (failureCount - 1), maxRetryMs) * (0.75 + Math.random() / 2)
  retryTimer = setTimeout(() => void sendWaitingChanges(), Math.max(backOffMs, result.retryAfterMs))
}

const page: SendingPage = {
  id: pageInstanceId,
  onStored: finishSentChange,
  async takeError(change, error) {
    const caller = waitingCallers.get(change.idempotencyKey)
    if (!caller) return false
    waitingCallers.delete(change.idempotencyKey)
    if (error.status === 412 && change.isConflictKept) {
      caller.resolve(null)
      return false
    }
    await removeChanges([change.id])
    await showStoredChanges()
    caller.reject(error)
    return true
  },
}

/** Writes a change that the server has stored to the query cache, and gives the reply to its caller. */
async function finishSentChange(change: OutboxChange, reply: SentReply): Promise<void> {
  if (storedIds.has(change.id)) return
  storedIds.add(change.id)
  recordNextVersion(change, reply?.version)
  await cancelQueriesAffectedBy(client, dataChangeOf(change))
  writeStoredChange(client, change, reply)
  updateOutboxState({ changes: readOutboxState().changes.filter(({ id }) => id !== change.id) })
  waitingCallers.get(change.idempotencyKey)?.resolve(reply)
  waitingCallers.delete(change.idempotencyKey)
  invalidateSoon(change)
}

/** Marks all first-try changes as waiting, and resolves the promises of their callers to null. */
async function resolveCallersAsWaiting(): Promise<void> {
  const waiting = [...waitingCallers]
  await markAllAsWaiting(readUserId())
  await showStoredChanges()
  if (waiting.length === 0) return
  void registerBackgroundSync()
  if (readOutboxState().changes.some(isInMemory)) showToast(outboxMessages.inPageOnly)
  for (const [key, { resolve }] of waiting) {
    resolve(null)
    waitingCallers.delete(key)
  }
}

async function showStoredChanges(): Promise<void> {
  const storedChanges = await listChanges(readUserId())
  const shownChanges = readOutboxState().changes
  const changes = storedChanges.filter(({ id }) => !storedIds.has(id))
  if (changes.length > 0) writeStored('waiting', String(changes.length))
  else deleteStored('waiting')
  // Keeps the old objects if no change differs, so that pages do not compute their data again.
  if (JSON.stringify(changes) !== JSON.stringify(shownChanges)) updateOutboxState({ changes })
  if (changes.length === 0 && readOutboxState().isStuck) updateOutboxState({ isStuck: false })
  // A change that was refused or removed by another tab is no longer shown, and the server may have newer data than this page.
  for (const change of shownChanges) {
    if (storedIds.has(change.id)) continue
    const updated = changes.find(({ id }) => id === change.id)
    if (!updated || updated.problem?.kind !== change.problem?.kind) invalidateSoon(change)
  }
}

type RegistrationWithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }

/**
 * Registers Background Sync: the browser starts the service worker once there is a network, even with all pages closed. Only Chromium
 * supports it.
 */
async function registerBackgroundSync(): Promise<void> {
  const registration: RegistrationWithSync | undefined = await navigator.serviceWorker?.getRegistration()
  // Background Sync may be turned off in the settings or in a private window.
  await registration?.sync?.register(backgroundSyncTag).catch(() => undefined)
}

/** The words for a change, by its endpoint. `isOwn` is false for a change that the member made for another member. */
const wordsByEndpoint: readonly [RegExp, (name: string, isOwn: boolean) => string][] = [
  [/\/answers\//, (name, isOwn) => (isOwn ? outboxMessages.answerTo(name) : outboxMessages.answerForOther(name))],
  [/\/lifts\//, (name, isOwn) => (isOwn ? outboxMessages.liftTo(name) : outboxMessages.liftForOther(name))],
  [/\/veto\b/, outboxMessages.vetoOn],
  [/\/readiness$/, outboxMessages.readinessFor],
  [/\/practised\b/, outboxMessages.practisedAt],
  [/\/gig-sheet$/, outboxMessages.sheetOf],
  [/\/markup$/, outboxMessages.markupOn],
  [/\/played$/, outboxMessages.playedAt],
  [/\/marks\b/, outboxMessages.marksIn],
  [/\/notes$/, outboxMessages.noteOn],
  [/\/votes$/, outboxMessages.voteOn],
  [/\/notice-settings$/, () => outboxMessages.noticeSettings],
  [/\/songs\/:songId\/charts$/, outboxMessages.chartNamed],
  [/\/songs\//, outboxMessages.notesOn],
]

function describeChange({ endpoint, params }: Pick<NewOutboxChange, 'endpoint' | 'params'>, name: string): string {
  const { bands = [] } = client.getQueryData(meQueryOptions.queryKey) ?? {}
  const isOwn = bands.some(({ id }) => id === params['membershipId'])
  const describe = wordsByEndpoint.find(([part]) => part.test(endpoint))?.[1] ?? outboxMessages.editOf
  return describe(name, isOwn)
}

/** The object of an edit. An event and its gig sheet have the same id and separate versions. */
type VersionedObject = Pick<NewOutboxChange, 'endpoint' | 'subjectId'>

/** The version after each sent edit, by object and version before it. A form that was opened before the edit was sent has the earlier version. */
const nextVersions = new Map<string, number>()
const versionKey = ({ endpoint, subjectId }: VersionedObject, version: number) => `${endpoint} ${subjectId} ${version}`

function recordNextVersion(edit: OutboxChange, stored: number | undefined): void {
  const { version } = edit
  if (version !== null && stored !== undefined && stored !== version)
    nextVersions.set(versionKey(edit, version), stored)
}

/** The newest version that the member's own edits have made from the given version. */
function newestVersionOf(edited: VersionedObject, version: number | null): number | null {
  const nextVersion = version === null ? undefined : nextVersions.get(versionKey(edited, version))
  return nextVersion === undefined ? version : newestVersionOf(edited, nextVersion)
}

const changeKindByEndpoint: readonly [RegExp, DataChange['what']][] = [
  [/\/markup$/, 'markup'],
  [/\/notes\b/, 'notes'],
  [/\/recordings\b/, 'recordings'],
  [/\/notice-settings$/, 'notices'],
  [/\/songs\/|\/charts\b|\/practised\b|\/played$/, 'songs'],
]

function dataChangeOf({ endpoint, params }: OutboxChange): DataChange {
  const what = changeKindByEndpoint.find(([part]) => part.test(endpoint))?.[1] ?? 'events'
  return { bandId: params['bandId'] ?? null, what }
}

const dataChangesToInvalidate: DataChange[] = []
let invalidationTimer: ReturnType<typeof setTimeout> | undefined
const invalidationDelayMs = 100

/** Invalidates the queries that a change affects, in one run with those of other changes within `invalidationDelayMs`. */
function invalidateSoon(change: OutboxChange): void {
  dataChangesToInvalidate.push(dataChangeOf(change))
  invalidationTimer ??= setTimeout(() => {
    invalidationTimer = undefined
    void invalidateChanges(client, dataChangesToInvalidate.splice(0))
  }, invalidationDelayMs)
}

/** Whether a sign-out may delete the outbox's changes. Shows a question if there are any; deletes nothing yet. */
export async function askToDeleteWaitingChanges(): Promise<boolean> {
  await startOutbox()
  if (readOutboxState().changes.length === 0) return true
  const isAgreed = await new Promise<boolean>((signOutQuestion) => updateOutboxState({ signOutQuestion }))
  updateOutboxState({ signOutQuestion: null })
  return isAgreed
}

export async function deleteWaitingChanges(): Promise<void> {
  await removeChangesOfUser(readUserId())
}

function readUserId(): string {
  const id = client.getQueryData(meQueryOptions.queryKey)?.user.id
  if (id === undefined) throw new Error('No user is signed in')
  return id
}
