// The state of the outbox for components. A module of its own, because the chunk of the outbox is loaded only with the first change.

import { setShownChanges, type MadeChange } from '#lib/shown-changes.ts'
import type { OutboxChange } from './outbox-store.ts'

type UnstoredChange = MadeChange & { idempotencyKey: string }

export type OutboxState = {
  /** The changes of the signed-in user in the outbox, in the order in which they were made. */
  changes: readonly OutboxChange[]
  /** Changes that are not in the outbox yet. */
  unstored: readonly UnstoredChange[]
  /** Sending failed, or the session has ended: the banner says how many changes wait. */
  isStuck: boolean
  /** The ids of old and refused changes and of changes with a conflict, whose dialog the member closed. They wait until the member opens it again. */
  postponed: readonly number[]
  /** Called with the member's decision about a sign-out that deletes waiting changes; null while the question is not shown. */
  signOutQuestion: ((isAgreed: boolean) => void) | null
}

let state: OutboxState = { changes: [], unstored: [], isStuck: false, postponed: [], signOutQuestion: null }
const listeners = new Set<() => void>()

export function readOutboxState(): OutboxState {
  return state
}

export function updateOutboxState(fields: Partial<OutboxState>): void {
  state = { ...state, ...fields }
  if (fields.changes ?? fields.unstored) setShownChanges(shownChangesOf(state))
  for (const listener of listeners) listener()
}

function shownChangesOf({ changes, unstored }: OutboxState): readonly MadeChange[] {
  const stored = new Set(changes.map(({ idempotencyKey }) => idempotencyKey))
  return [...changes, ...unstored.filter(({ idempotencyKey }) => !stored.has(idempotencyKey))]
}

/**
 * Makes the browser ask before it closes the page while a change is only in memory: on the first visit the code of the outbox may still be
 * loading.
 */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Shows a change before it is in the outbox. */
export function showUnstored(change: UnstoredChange): void {
  addEventListener('beforeunload', askBeforeLeaving)
  updateOutboxState({ unstored: [...state.unstored, change] })
}

export function hideUnstored({ idempotencyKey: key }: Pick<UnstoredChange, 'idempotencyKey'>): void {
  const unstored = state.unstored.filter(({ idempotencyKey }) => idempotencyKey !== key)
  if (unstored.length === 0) removeEventListener('beforeunload', askBeforeLeaving)
  if (unstored.length < state.unstored.length) updateOutboxState({ unstored })
}

export function postponeChange(id: number): void {
  updateOutboxState({ postponed: [...state.postponed, id] })
}

export function onOutboxStateChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The changes that could not be sent at once. */
export function waitingChangesOf({ changes }: Pick<OutboxState, 'changes'>): readonly OutboxChange[] {
  return changes.filter(({ isFirstTry }) => isFirstTry !== true)
}

/** Whether a change of an object, such as an event or a song, waits to be sent. */
export function hasWaitingChange(subjectId: string): boolean {
  return waitingChangesOf(state).some((change) => change.subjectId === subjectId)
}
