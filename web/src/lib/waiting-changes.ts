// What pages show of the outbox: the changes that wait to be sent. Apart from the outbox itself, whose chunk is loaded with the
// first change that is made offline.

import type { Change } from '#outbox/outbox-store.ts'

export type WaitingChanges = {
  /** Of the signed-in user, in the order in which they were made. */
  changes: readonly Change[]
  /** Sending failed, or the session has ended: the banner says how many wait. */
  isStuck: boolean
  /** Shown before a sign-out. */
  signOutQuestion: ((isAgreed: boolean) => void) | null
}

let state: WaitingChanges = { changes: [], isStuck: false, signOutQuestion: null }
const listeners = new Set<() => void>()

export function readWaiting(): WaitingChanges {
  return state
}

export function setWaiting(fields: Partial<WaitingChanges>): void {
  state = { ...state, ...fields }
  for (const listener of listeners) listener()
}

export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a change of the event or song waits to be sent. */
export function isWaiting(subjectId: string): boolean {
  return state.changes.some((change) => change.subjectId === subjectId)
}
