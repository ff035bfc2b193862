// Sends the changes in the outbox of one user in order. A change may be sent several times, and its idempotency key makes the server apply it
// once. page-outbox.ts calls `sendOutbox` after each change and when the connection returns, worker/service-worker.ts on Background Sync. A Web
// Lock lets one page or worker send at a time.

import { limits } from '@gaffer/domain/shared/limits'
import { pageIdHeader } from '@gaffer/domain/shared/page-id-header'
import { userIdHeader } from '@gaffer/domain/shared/user-id-header'
import { anyEndpointPathOf } from '#lib/endpoint-path.ts'
import { ApiError } from '#lib/api-error.ts'
import { runInOneTab } from '#lib/run-in-one-tab.ts'
import {
  listChanges,
  removeSentAndRebaseLater,
  updateChange,
  type OutboxChange,
  type SentReply,
} from './outbox-store.ts'
import { outboxMessages } from '@gaffer/domain/operations/outbox-messages'

/**
 * `handled`: no change is left to send now; refused changes and edit conflicts stay in the outbox for the member. `later`: the server was
 * not reached, or could not handle the request. `signed-out`: the user's session has ended.
 */
export type SendResult = { kind: 'handled' | 'signed-out' } | { kind: 'later'; retryAfterMs: number }

/** The tag of the Background Sync event. */
export const backgroundSyncTag = 'gaffer-outbox'

const outboxLockName = 'gaffer-outbox'
const requestTimeoutMs = 15_000
/** Older changes need the member's consent: the server may have deleted their idempotency keys, and would apply them twice. */
const maxAgeWithoutConsentMs = limits.offlineIdempotencyKeyDays * 86_400_000

/** The page that sends the outbox. The service worker passes none. */
export type SendingPage = {
  /** The page id that the requests carry: the server sends this page no change notifications about them. */
  id: string
  /** Called when the server has stored the change, before it is removed from the outbox. */
  onStored: (change: OutboxChange, reply: SentReply) => Promise<void>
  /**
   * Removes a change with an error response, because its caller still waits and shows the error. Resolves to false if the change stays in
   * the outbox: no caller waits, or the member is asked about its conflict.
   */
  takeError: (change: OutboxChange, error: ApiError) => Promise<boolean>
}

/** Sends changes until none is left that can be sent now, or until one must be sent later. */
export function sendOutbox(userId: string, page: SendingPage | null = null): Promise<SendResult> {
  // Without Web Locks, only the order within a tab is kept.
  return runInOneTab(outboxLockName, () => sendInOrder(userId, page))
}

async function sendInOrder(userId: string, page: SendingPage | null): Promise<SendResult> {
  for (;;) {
    const change = findNextSendable(await listChanges(userId))
    if (!change) return { kind: 'handled' }
    if (change.madeAt < Date.now() - maxAgeWithoutConsentMs) {
      await updateChange(change.id, { problem: { kind: 'old' } })
      continue
    }
    const result = await sendChange(change, page)
    if (result.kind !== 'handled') return result
  }
}

/** The first change without a problem. Edits of an object with an edit conflict, or with an old edit, are held back until the member decides. */
function findNextSendable(changes: readonly OutboxChange[]): OutboxChange | undefined {
  const undecided = changes.filter(({ problem }) => problem?.kind === 'conflict' || problem?.kind === 'old')
  const isHeldBack = (change: OutboxChange) =>
    undecided.some(({ subjectId, endpoint }) => subjectId === change.subjectId && endpoint === change.endpoint)
  return changes.find((change) => change.problem === null && !isHeldBack(change))
}

async function sendChange(change: OutboxChange, page: SendingPage | null): Promise<SendResult> {
  let response: Response
  let text: string
  let reply: SentReply
  try {
    response = await fetch(anyEndpointPathOf(change.endpoint, change), requestOptions(change, page))
    text = await response.text()
    // Throws for the page of a captive portal, which is not JSON.
    if (response.ok && response.status !== 204) reply = JSON.parse(text) as SentReply
  } catch {
    // No response, a timeout, or a response that is incomplete or not Gaffer's.
    return { kind: 'later', retryAfterMs: 0 }
  }
  const { ok, status, statusText, headers } = response
  if (!ok) return recordErrorResponse(change, new ApiError(status, statusText, text, headers.get('retry-after')), page)
  await page?.onStored(change, reply)
  await removeSentAndRebaseLater(change, reply)
  return { kind: 'handled' }
}

async function recordErrorResponse(
  change: OutboxChange,
  error: ApiError,
  page: SendingPage | null,
): Promise<SendResult> {
  const { status } = error
  if (await page?.takeError(change, error)) return { kind: 'handled' }
  // A band whose storage is full (507) refuses the change again and again: it must not hold up later changes.
  if ((status >= 500 && status !== 507) || status === 408 || status === 429) {
    return { kind: 'later', retryAfterMs: (error.retryAfterSeconds ?? 0) * 1000 }
  }
  // The response is a proxy's and not Gaffer's, so the server has not decided on the change.
  if (error.reply === null) return { kind: 'later', retryAfterMs: 0 }
  if (status === 401) return { kind: 'signed-out' }
  await updateChange(change.id, {
    isFirstTry: false,
    problem: status === 412 ? { kind: 'conflict' } : { kind: 'refused', text: refusalText(change, error) },
  })
  return { kind: 'handled' }
}

function requestOptions(
  { endpoint, body, version, idempotencyKey, userId }: OutboxChange,
  page: SendingPage | null,
): RequestInit {
  const headers = new Headers({ accept: 'application/json', 'idempotency-key': idempotencyKey, [userIdHeader]: userId })
  if (page) headers.set(pageIdHeader, page.id)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (version !== null) headers.set('if-match', `"${version}"`)
  return {
    method: endpoint.slice(0, endpoint.indexOf(' ')),
    headers,
    credentials: 'include',
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

function refusalText({ words }: OutboxChange, { status, reply }: ApiError): string {
  return status === 404 ? outboxMessages.gone(words) : outboxMessages.refused(words, reply?.message ?? '')
}
