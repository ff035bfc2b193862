// Which band the member stands in. A stored choice counts only while they belong to that band; an only band chooses
// itself, unless they left it on purpose.

import type { OwnMembership } from '@gaffer/domain/member'
import { useSyncExternalStore } from 'react'
import { forget, readStored, store } from '#lib/browser-storage.ts'
import { useSignedIn } from './me.ts'

const personal = 'personal'
const listeners = new Set<() => void>()

/** The membership of the band the member stands in, or null: their personal calendar only. */
export function useSelectedBand(): OwnMembership | null {
  const { bands } = useSignedIn()
  const choice = useSyncExternalStore(listen, readChoice)
  return membershipChosen(bands, choice)
}

/** Settles what is stored against the bands the member really has. */
export function settleSelection(bands: readonly OwnMembership[]): void {
  const choice = readChoice()
  const chosen = membershipChosen(bands, choice)
  if (chosen) return storeChoice(chosen.bandId)
  if (choice.bandId !== null) exitBand(choice.contextId === personal ? personal : null)
}

/** Only for bands the member belongs to; says whether it was done. */
export function selectBand(bands: readonly OwnMembership[], bandId: string): boolean {
  const isMember = bands.some((membership) => membership.bandId === bandId)
  if (isMember) storeChoice(bandId)
  return isMember
}

/** Back to the personal calendar. `context` null means that nothing was chosen yet. */
export function exitBand(context: typeof personal | null = personal): void {
  forget('selectedBandId')
  if (context) store('selectedContextId', context)
  else forget('selectedContextId')
  tell()
}

type Choice = { bandId: string | null; contextId: string | null }

export function membershipChosen(bands: readonly OwnMembership[], { bandId, contextId }: Choice): OwnMembership | null {
  const stored = bands.find((membership) => membership.bandId === bandId)
  if (stored) return stored
  return bands.length === 1 && contextId !== personal ? (bands[0] ?? null) : null
}

function storeChoice(bandId: string): void {
  if (readStored('selectedBandId') === bandId && readStored('selectedContextId') === bandId) return
  store('selectedBandId', bandId)
  store('selectedContextId', bandId)
  tell()
}

let choice: Choice = { bandId: null, contextId: null }

/** The same object while nothing changes, as React asks of a store. */
function readChoice(): Choice {
  const [bandId, contextId] = [readStored('selectedBandId'), readStored('selectedContextId')]
  if (bandId !== choice.bandId || contextId !== choice.contextId) choice = { bandId, contextId }
  return choice
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab chose.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}
