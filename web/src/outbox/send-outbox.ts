// Sends the waiting changes of one user in order, each at least once, with an idempotency key by which the server applies it once.
// Runs in pages and in the service worker, in one of them at a time.

import { userHeader } from '@gaffer/domain/user-header'
import { fillAddress } from '#lib/fill-address.ts'
import { listChanges, removeSent, replaceChange, type Change } from './outbox-store.ts'
import { outboxMessages } from '@gaffer/domain/outbox-messages'

/** `later`: the server was not reached, or could not answer. `signed out`: this user's session has ended. */
export type SendResult = { kind: 'handled' | 'signed-out' } | { kind: 'later'; retryAfterMs: number }

/** The name of the sync event in which the service worker sends. */
export const syncTag = 'gaffer-outbox'

const lockName = 'gaffer-outbox'
const timeoutMs = 15_000

/** Resolves when nothing is left that can be sent now. */
export function sendOutbox(userId: string): Promise<SendResult> {
  const send = () => sendInOrder(userId)
  // Browsers have no locks in insecure contexts. There, the order holds within each tab.
  return navigator.locks ? navigator.locks.request(lockName, send) : send()
}

async function sendInOrder(userId: string): Promise<SendResult> {
  for (;;) {
    const change = nextSendable(await listChanges(userId))
    if (!change) return { kind: 'handled' }
    const sending = await sendChange(change)
    if (sending.kind !== 'handled') return sending
  }
}

/** Edits on top of one that isHeldBack for the member's decision wait with it. */
function nextSendable(changes: readonly Change[]): Change | undefined {
  const conflicting = changes.filter(({ problem }) => problem?.kind === 'conflict')
  const isHeldBack = (change: Change) =>
    conflicting.some(({ subjectId, endpoint }) => subjectId === change.subjectId && endpoint === change.endpoint)
  return changes.find((change) => change.problem === null && !isHeldBack(change))
}

async function sendChange(change: Change): Promise<SendResult> {
  let response: Response
  let reply: ReplyBody | null
  try {
    response = await fetch(fillAddress(change.endpoint, change), requestOptions(change))
    reply = await readReplyBody(response)
  } catch {
    // No network, no reply in time, or a reply that was cut off.
    return { kind: 'later', retryAfterMs: 0 }
  }
  const { status } = response
  // A proxy or the sign-in page of a public Wi-Fi answered, and not Gaffer.
  if (reply === null) return { kind: 'later', retryAfterMs: 0 }
  if (response.ok) await removeSent(change, reply.version ?? null)
  else if (status === 401) return { kind: 'signed-out' }
  else if (status === 412) await replaceChange(change.id, { problem: { kind: 'conflict' } })
  else if (status >= 500 || status === 408 || status === 429) {
    return { kind: 'later', retryAfterMs: (Number(response.headers.get('retry-after')) || 0) * 1000 }
  } else await replaceChange(change.id, { problem: { kind: 'refused', text: refusalText(change, status, reply) } })
  return { kind: 'handled' }
}

function requestOptions({ endpoint, body, version, idempotencyKey, userId }: Change): RequestInit {
  const headers = new Headers({ accept: 'application/json', 'idempotency-key': idempotencyKey, [userHeader]: userId })
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

/** Null for a reply that is not Gaffer's: its successes are JSON or empty, and its errors have a code. */
async function readReplyBody(response: Response): Promise<ReplyBody | null> {
  if (response.status === 204) return {}
  if (!response.headers.get('content-type')?.startsWith('application/json')) return null
  const reply = (await response.json()) as ReplyBody
  return response.ok || reply.code ? reply : null
}

function refusalText({ words }: Change, status: number, { message = '' }: ReplyBody): string {
  return status === 404 ? outboxMessages.gone(words) : outboxMessages.refused(words, message)
}
