// Which overlays of recordings are shown above the page. This module is small, because every page loads it; the overlays are a separate chunk.

import { useSyncExternalStore } from 'react'

const shownOverlays = new Set<'player' | 'recorder' | 'agreement'>()
const listeners = new Set<() => void>()

export function setOverlayShown(overlay: 'player' | 'recorder' | 'agreement', isShown: boolean): void {
  if (shownOverlays.has(overlay) === isShown) return
  if (isShown) shownOverlays.add(overlay)
  else shownOverlays.delete(overlay)
  for (const listener of listeners) listener()
}

/** Whether a recording runs in this tab. */
export function isRecorderShown(): boolean {
  return shownOverlays.has('recorder')
}

export function useHasRecordingOverlays(): boolean {
  return useSyncExternalStore(subscribe, hasOverlays, hasOverlays)
}

function hasOverlays(): boolean {
  return shownOverlays.size > 0
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
