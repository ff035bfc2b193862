// The selected band of this tab, and the check whether the user is still a member. The latest selection of any tab is stored too, because a
// new tab begins with it.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'

const listeners = new Set<() => void>()

/** Subscribes to selections in this tab. Returns the function that unsubscribes. */
export function onSelectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/** Stored as `contextId` after "Exit Band": the user chose the personal calendar. */
const personalContextId = 'personal'

export type BandSelection = { bandId: string | null; contextId: string | null }

/** The membership in the stored band; else in the user's only band, unless the user has exited it; else null. */
export function findSelectedMembership(
  bands: readonly OwnMembership[],
  { bandId, contextId }: BandSelection,
): OwnMembership | null {
  const storedMembership = bands.find((membership) => membership.bandId === bandId)
  if (storedMembership) return storedMembership
  return bands.length === 1 && contextId !== personalContextId ? (bands[0] ?? null) : null
}

export function selectBandIfMember(bands: readonly OwnMembership[], bandId: string): boolean {
  const isMember = bands.some((membership) => membership.bandId === bandId)
  if (isMember) selectBandUnchecked(bandId)
  return isMember
}

/** Selects a band without a check: `me` may not contain a band that was just joined or created. */
export function selectBandUnchecked(bandId: string): void {
  selectInTab(bandId)
  writeStored('selectedBandId', bandId)
  writeStored('selectedContextId', bandId)
  notifyListeners()
}

/** Selects a band that the user has just joined. The dashboard then offers notices by email, once. */
export function selectJoinedBand(bandId: string): void {
  selectBandUnchecked(bandId)
  if (readStored('emailOffer') === null) writeStored('emailOffer', 'due')
}

function selectInTab(bandId: string): void {
  writeStored('tabBandId', bandId)
  writeStored('tabContextId', bandId)
}

/** Selects the personal calendar. A user with only one band stays there: that band is not selected automatically again. */
export function selectPersonalCalendar(): void {
  deleteStored('tabBandId', 'selectedBandId')
  writeStored('tabContextId', personalContextId)
  writeStored('selectedContextId', personalContextId)
  notifyListeners()
}

/** Clears the selection of this tab, and the stored selection with which new tabs begin. */
export function clearSelection(): void {
  deleteStored('tabBandId', 'tabContextId', 'selectedBandId', 'selectedContextId')
  notifyListeners()
}

/** Clears the selection of a band that the user is no longer in. Stores a valid selection for this tab, so that other tabs do not change it. */
export function reconcileSelection(bands: readonly OwnMembership[]): void {
  const selection = readSelection()
  const selectedMembership = findSelectedMembership(bands, selection)
  if (!selectedMembership) {
    if (selection.bandId !== null) clearSelection()
    else if (selection.contextId !== null) writeStored('tabContextId', selection.contextId)
    return
  }
  const isLastValid = bands.some(({ bandId }) => bandId === readStored('selectedBandId'))
  if (!isLastValid) selectBandUnchecked(selectedMembership.bandId)
  else if (readStored('tabBandId') !== selectedMembership.bandId) selectInTab(selectedMembership.bandId)
}

let lastSelection: BandSelection = { bandId: null, contextId: null }

/** The selection of this tab, else the latest one of any tab. Returns the same object until it changes, as useSyncExternalStore requires. */
export function readSelection(): BandSelection {
  const tabContextId = readStored('tabContextId')
  const bandId = readStored(tabContextId === null ? 'selectedBandId' : 'tabBandId')
  const contextId = tabContextId ?? readStored('selectedContextId')
  if (bandId !== lastSelection.bandId || contextId !== lastSelection.contextId) lastSelection = { bandId, contextId }
  return lastSelection
}
