// Sends the waiting changes of one user in order. A change may be sent several times, and its idempotency key makes the server apply it
// once. page-outbox.ts calls it when the connection returns, worker/outbox.ts on Background Sync. A Web Lock lets one of them send at a
// time.

import { userIdHeader } from '@gaffer/domain/shared/user-id-header'
import { anyEndpointPathOf } from '#lib/endpoint-path.ts'
import { listChanges, removeSentAndRebaseLater, updateChange, type OutboxChange } from './outbox-store.ts'
import { outboxMessages } from '@gaffer/domain/operations/outbox-messages'

/**
 * `handled`: no change is left to send now; refused changes and edit conflicts stay in the outbox for the member. `later`: the server was
 * not reached, or could not handle the request. `signed-out`: the user's session has ended.
 */
export type SendResult = { kind: 'handled' | 'signed-out' } | { kind: 'later'; retryAfterMs: number }

/** The tag of the Background Sync event. */
export const backgroundSyncTag = 'gaffer-outbox'

const lockName = 'gaffer-outbox'
const timeoutMs = 15_000

/** Sends changes until none is left that can be sent now, or until one must be sent later. */
export function sendOutbox(userId: string): Promise<SendResult> {
  const send = () => sendInOrder(userId)
  // Insecure contexts have no Web Locks: there, two tabs may send at the same time, and only the order within a tab is kept.
  return navigator.locks ? navigator.locks.request(lockName, send) : send()
}

async function sendInOrder(userId: string): Promise<SendResult> {
  for (;;) {
    const change = nextSendable(await listChanges(userId))
    if (!change) return { kind: 'handled' }
    const result = await sendChange(change)
    if (result.kind !== 'handled') return result
  }
}

/** The first change without a problem. Edits of an object with an edit conflict are held back until the member decides. */
function nextSendable(changes: readonly OutboxChange[]): OutboxChange | undefined {
  const conflicting = changes.filter(({ problem }) => problem?.kind === 'conflict')
  const isHeldBack = (change: OutboxChange) =>
    conflicting.some(({ subjectId, endpoint }) => subjectId === change.subjectId && endpoint === change.endpoint)
  return changes.find((change) => change.problem === null && !isHeldBack(change))
}

async function sendChange(change: OutboxChange): Promise<SendResult> {
  let response: Response
  let replyBody: ReplyBody | null
  try {
    response = await fetch(anyEndpointPathOf(change.endpoint, change), requestOptions(change))
    replyBody = await readReplyBody(response)
  } catch {
    // No network, a timeout, or an incomplete response.
    return { kind: 'later', retryAfterMs: 0 }
  }
  const { status } = response
  // The response is a proxy's or a captive portal's, and not Gaffer's.
  if (replyBody === null) return { kind: 'later', retryAfterMs: 0 }
  if (response.ok) await removeSentAndRebaseLater(change, replyBody.version ?? null)
  else if (status === 401) return { kind: 'signed-out' }
  else if (status === 412) await updateChange(change.id, { problem: { kind: 'conflict' } })
  else if (status >= 500 || status === 408 || status === 429) {
    return { kind: 'later', retryAfterMs: (Number(response.headers.get('retry-after')) || 0) * 1000 }
  } else await updateChange(change.id, { problem: { kind: 'refused', text: refusalText(change, status, replyBody) } })
  return { kind: 'handled' }
}

function requestOptions({ endpoint, body, version, idempotencyKey, userId }: OutboxChange): RequestInit {
  const headers = new Headers({ accept: 'application/json', 'idempotency-key': idempotencyKey, [userIdHeader]: userId })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (version !== null) headers.set('if-match', `"${version}"`)
  return {
    method: endpoint.slice(0, endpoint.indexOf(' ')),
    headers,
    credentials: 'include',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

type ReplyBody = { version?: number; code?: string; message?: string }

/** The parsed body; null for a response that is not Gaffer's, whose successes are JSON or empty and whose errors have a code. */
async function readReplyBody(response: Response): Promise<ReplyBody | null> {
  if (response.status === 204) return {}
  if (!response.headers.get('content-type')?.startsWith('application/json')) return null
  const replyBody = (await response.json()) as ReplyBody
  return response.ok || replyBody.code ? replyBody : null
}

function refusalText({ words }: OutboxChange, status: number, { message = '' }: ReplyBody): string {
  return status === 404 ? outboxMessages.gone(words) : outboxMessages.refused(words, message)
}
