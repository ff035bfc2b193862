// The stored choice of a band, and the rule by which it counts. Knows nothing of who is signed in.

import type { OwnMembership } from '@gaffer/domain/member'
import { forget, readStored, store } from '#lib/browser-storage.ts'
import { makeStoredSignal } from '#lib/stored-signal.ts'

const changed = makeStoredSignal()
/** Listens to choices made in this tab or another. */
export const onChoiceChange = changed.onChange

/** What stands for the band where a member has left theirs on purpose. */
const personal = 'personal'

export type BandSelection = { bandId: string | null; contextId: string | null }

/** A stored band counts only while the member belongs to it; an only band chooses itself unless it was left. */
export function membershipChosen(
  bands: readonly OwnMembership[],
  { bandId, contextId }: BandSelection,
): OwnMembership | null {
  const stored = bands.find((membership) => membership.bandId === bandId)
  if (stored) return stored
  return bands.length === 1 && contextId !== personal ? (bands[0] ?? null) : null
}

/** Only for bands the member belongs to; says whether it was done. */
export function selectBand(bands: readonly OwnMembership[], bandId: string): boolean {
  const isMember = bands.some((membership) => membership.bandId === bandId)
  if (isMember) chooseJoinedBand(bandId)
  return isMember
}

/** A band just joined or made, which the list of bands in memory may not hold yet. */
export function chooseJoinedBand(bandId: string): void {
  if (readStored('selectedBandId') === bandId && readStored('selectedContextId') === bandId) return
  store('selectedBandId', bandId)
  store('selectedContextId', bandId)
  changed.notify()
}

/** Back to the personal calendar, and no band chooses itself again. */
export function exitBand(): void {
  forget('selectedBandId')
  store('selectedContextId', personal)
  changed.notify()
}

/** Makes what is stored fit the bands the member really has. */
export function reconcileSelection(bands: readonly OwnMembership[]): void {
  const choice = readChoice()
  const chosen = membershipChosen(bands, choice)
  if (chosen) return chooseJoinedBand(chosen.bandId)
  if (choice.bandId === null) return
  forget('selectedBandId', 'selectedContextId')
  changed.notify()
}

let last: BandSelection = { bandId: null, contextId: null }

/** The same object while nothing changes, as React asks of a store. */
export function readChoice(): BandSelection {
  const [bandId, contextId] = [readStored('selectedBandId'), readStored('selectedContextId')]
  if (bandId !== last.bandId || contextId !== last.contextId) last = { bandId, contextId }
  return last
}
