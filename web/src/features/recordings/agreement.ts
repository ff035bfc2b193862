// The question whether everybody agreed, before the first recording of a band. It is shown above whatever page is open when the upload finishes.

import { useSyncExternalStore } from 'react'
import { showOverlay } from './overlay-state.ts'

let waitingAnswers: ((hasAgreed: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Shows the question; resolves to whether everybody has agreed, once the member has answered. */
export function askAgreement(): Promise<boolean> {
  return new Promise((resolve) => setWaitingAnswers([...waitingAnswers, resolve]))
}

/** Answers the question for all uploads that wait for it. */
export function answerAgreement(hasAgreed: boolean): void {
  const answered = waitingAnswers
  setWaitingAnswers([])
  for (const resolve of answered) resolve(hasAgreed)
}

export function useIsAgreementAsked(): boolean {
  return useSyncExternalStore(subscribe, isAgreementAsked, isAgreementAsked)
}

function isAgreementAsked(): boolean {
  return waitingAnswers.length > 0
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setWaitingAnswers(next: typeof waitingAnswers): void {
  waitingAnswers = next
  showOverlay('agreement', waitingAnswers.length > 0)
  for (const listener of listeners) listener()
}
