// The waiting changes of the outbox, for the pages. A module of its own, because the chunk of the outbox is loaded only with the first
// change that is made offline.

import type { OutboxChange } from './outbox-store.ts'

export type OutboxState = {
  /** The waiting changes of the signed-in user, in the order in which they were made. */
  changes: readonly OutboxChange[]
  /** Sending failed, or the session has ended: the banner says how many wait. */
  isStuck: boolean
  /** The ids of edits with a conflict whose question the member closed. They wait until the member asks for it again. */
  postponed: readonly number[]
  /** Answers the question before a sign-out that deletes waiting changes; null while it is not asked. */
  signOutQuestion: ((isAgreed: boolean) => void) | null
}

let state: OutboxState = { changes: [], isStuck: false, postponed: [], signOutQuestion: null }
const listeners = new Set<() => void>()

export function readOutboxState(): OutboxState {
  return state
}

export function updateOutboxState(fields: Partial<OutboxState>): void {
  state = { ...state, ...fields }
  for (const listener of listeners) listener()
}

export function postponeChange(id: number): void {
  updateOutboxState({ postponed: [...state.postponed, id] })
}

export function onOutboxStateChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a change of the event or song waits to be sent. */
export function hasWaitingChange(subjectId: string): boolean {
  return state.changes.some((change) => change.subjectId === subjectId)
}
