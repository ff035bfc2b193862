// The selected band in browser storage, and the check whether a stored selection is still valid.

import type { OwnMembership } from '@gaffer/domain/bands/member'
import { deleteStored, readStored, writeStored } from '#lib/browser-storage.ts'
import { makeStorageChangeNotifier } from '#lib/storage-change-notifier.ts'

const changed = makeStorageChangeNotifier()
/** Subscribes to selections in this tab or another. */
export const onSelectionChange = changed.onChange

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
  if (readStored('selectedBandId') === bandId && readStored('selectedContextId') === bandId) return
  writeStored('selectedBandId', bandId)
  writeStored('selectedContextId', bandId)
  changed.notify()
}

/** Selects the personal calendar; an only band is not selected again. */
export function selectPersonalCalendar(): void {
  deleteStored('selectedBandId')
  writeStored('selectedContextId', personal)
  changed.notify()
}

/** Makes the stored selection match the user's bands. */
export function reconcileSelection(bands: readonly OwnMembership[]): void {
  const choice = readSelection()
  const chosen = findSelectedMembership(bands, choice)
  if (chosen) return selectBandUnchecked(chosen.bandId)
  if (choice.bandId === null) return
  deleteStored('selectedBandId', 'selectedContextId')
  changed.notify()
}

let last: BandSelection = { bandId: null, contextId: null }

/** The stored selection. Returns the same object while nothing changes, as useSyncExternalStore requires. */
export function readSelection(): BandSelection {
  const [bandId, contextId] = [readStored('selectedBandId'), readStored('selectedContextId')]
  if (bandId !== last.bandId || contextId !== last.contextId) last = { bandId, contextId }
  return last
}
