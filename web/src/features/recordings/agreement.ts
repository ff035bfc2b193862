// The question before the first recording of a band. The page that is open when the upload is finished asks it.

import { useSyncExternalStore } from 'react'
import { showOverlay } from './overlay-state.ts'

let waiting: ((hasAgreed: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Resolves once the member has answered. */
export function askAgreement(): Promise<boolean> {
  return new Promise((resolve) => setWaiting([...waiting, resolve]))
}

/** One answer is for all uploads that wait. */
export function answerAgreement(hasAgreed: boolean): void {
  const answered = waiting
  setWaiting([])
  for (const resolve of answered) resolve(hasAgreed)
}

export function useIsAgreementAsked(): boolean {
  return useSyncExternalStore(subscribe, isAsked, isAsked)
}

function isAsked(): boolean {
  return waiting.length > 0
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setWaiting(next: typeof waiting): void {
  waiting = next
  showOverlay('agreement', waiting.length > 0)
  for (const listener of listeners) listener()
}
