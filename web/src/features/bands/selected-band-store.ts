// The selected band, one for each tab, and the check whether a selection is still valid. The last selection of all tabs is stored too:
// a new tab begins with it.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'

const listeners = new Set<() => void>()

/** Subscribes to selections in this tab. Returns the function that unsubscribes. */
export function onSelectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** Stored in place of a band id after "Exit Band". */
const personal = 'personal'

export type BandSelection = { bandId: string | null; contextId: string | null }

/** The membership of the stored band while the user is a member; else of an only band that the user has not exited; else null. */
export function findSelectedMembership(
  bands: readonly OwnMembership[],
  { bandId, contextId }: BandSelection,
): OwnMembership | null {
  const stored = bands.find((membership) => membership.bandId === bandId)
  if (stored) return stored
  return bands.length === 1 && contextId !== personal ? (bands[0] ?? null) : null
}

/** Selects a band if the user is a member; returns whether they are. */
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
  notify()
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

/** Selects the personal calendar; an only band is not selected again. */
export function selectPersonalCalendar(): void {
  deleteStored('tabBandId', 'selectedBandId')
  writeStored('tabContextId', personal)
  writeStored('selectedContextId', personal)
  notify()
}

/** Selects nothing, in this tab and in new ones. */
export function clearSelection(): void {
  deleteStored('tabBandId', 'tabContextId', 'selectedBandId', 'selectedContextId')
  notify()
}

/** Makes the selection match the user's bands, and keeps it for this tab, whatever another tab selects. */
export function reconcileSelection(bands: readonly OwnMembership[]): void {
  const selection = readSelection()
  const chosen = findSelectedMembership(bands, selection)
  if (!chosen) {
    if (selection.bandId !== null) clearSelection()
    else if (selection.contextId !== null) writeStored('tabContextId', selection.contextId)
    return
  }
  const isLastValid = bands.some(({ bandId }) => bandId === readStored('selectedBandId'))
  if (!isLastValid) selectBandUnchecked(chosen.bandId)
  else if (readStored('tabBandId') !== chosen.bandId) selectInTab(chosen.bandId)
}

let last: BandSelection = { bandId: null, contextId: null }

/** The selection of this tab, or of a new tab. Returns the same object while nothing changes, as useSyncExternalStore requires. */
export function readSelection(): BandSelection {
  const ofTab = readStored('tabContextId')
  const bandId = readStored(ofTab === null ? 'selectedBandId' : 'tabBandId')
  const contextId = ofTab ?? readStored('selectedContextId')
  if (bandId !== last.bandId || contextId !== last.contextId) last = { bandId, contextId }
  return last
}
