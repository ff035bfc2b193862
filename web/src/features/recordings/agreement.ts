// The question whether everybody agreed to being recorded, before the first recording of a band is added. It is shown on any page, because
// the member may have opened another page while the file was uploaded.

import { useSyncExternalStore } from 'react'
import { setOverlayShown } from './overlay-state.ts'

let waitingResolvers: ((hasAgreed: boolean) => void)[] = []
const listeners = new Set<() => void>()

/** Shows the question; resolves to whether everybody has agreed, once the member has chosen. */
export function askForAgreement(): Promise<boolean> {
  return new Promise((resolve) => setWaitingResolvers([...waitingResolvers, resolve]))
}

/** Closes the question and passes the choice to all uploads that wait for it. */
export function settleAgreement(hasAgreed: boolean): void {
  const resolvers = waitingResolvers
  setWaitingResolvers([])
  for (const resolve of resolvers) resolve(hasAgreed)
}

export function useIsAgreementAsked(): boolean {
  return useSyncExternalStore(subscribe, isAgreementAsked, isAgreementAsked)
}

function isAgreementAsked(): boolean {
  return waitingResolvers.length > 0
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setWaitingResolvers(next: typeof waitingResolvers): void {
  waitingResolvers = next
  setOverlayShown('agreement', waitingResolvers.length > 0)
  for (const listener of listeners) listener()
}
