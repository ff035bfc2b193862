// The question whether everybody agreed, before the first recording of a band. It is shown above whatever page is open when the upload finishes.

import { useSyncExternalStore } from 'react'
import { showOverlay } from './overlay-state.ts'

let waiting: ((hasAgreed: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Shows the question; resolves to whether everybody has agreed, once the member has answered. */
export function askAgreement(): Promise<boolean> {
  return new Promise((resolve) => setWaiting([...waiting, resolve]))
}

/** Answers the question for all uploads that wait for it. */
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
