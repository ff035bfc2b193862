// The selected band in browser storage, and the rule by which a stored selection counts.

import type { OwnMembership } from '@gaffer/domain/member'
import { forget, readStored, writeStored } from '#lib/browser-storage.ts'
import { makeStoredSignal } from '#lib/stored-signal.ts'

const changed = makeStoredSignal()
/** Subscribes to selections in this tab or another. */
export const onSelectionChange = changed.onChange

/** Stored in place of a band id after "Exit Band". */
const personal = 'personal'

export type BandSelection = { bandId: string | null; contextId: string | null }

/** A stored band counts only while the user is a member; an only band is selected unless the user has exited it. */
export function findSelectedMembership(
  bands: readonly OwnMembership[],
  { bandId, contextId }: BandSelection,
): OwnMembership | null {
  const stored = bands.find((membership) => membership.bandId === bandId)
  if (stored) return stored
  return bands.length === 1 && contextId !== personal ? (bands[0] ?? null) : null
}

/** Selects a band if the user is a member; returns whether they are. */
export function selectBand(bands: readonly OwnMembership[], bandId: string): boolean {
  const isMember = bands.some((membership) => membership.bandId === bandId)
  if (isMember) selectJoinedBand(bandId)
  return isMember
}

/** For a band just joined or created, which `me` may not contain yet. */
export function selectJoinedBand(bandId: string): void {
  if (readStored('selectedBandId') === bandId && readStored('selectedContextId') === bandId) return
  writeStored('selectedBandId', bandId)
  writeStored('selectedContextId', bandId)
  changed.notify()
}

/** Back to the personal calendar; an only band is not selected again. */
export function exitBand(): void {
  forget('selectedBandId')
  writeStored('selectedContextId', personal)
  changed.notify()
}

/** Makes the stored selection match the user's bands. */
export function reconcileSelection(bands: readonly OwnMembership[]): void {
  const choice = readSelection()
  const chosen = findSelectedMembership(bands, choice)
  if (chosen) return selectJoinedBand(chosen.bandId)
  if (choice.bandId === null) return
  forget('selectedBandId', 'selectedContextId')
  changed.notify()
}

let last: BandSelection = { bandId: null, contextId: null }

/** The same object while nothing changes, as useSyncExternalStore requires. */
export function readSelection(): BandSelection {
  const [bandId, contextId] = [readStored('selectedBandId'), readStored('selectedContextId')]
  if (bandId !== last.bandId || contextId !== last.contextId) last = { bandId, contextId }
  return last
}
