// The charts and recordings that are kept on the device, as a store for components.

import { useEffect, useSyncExternalStore } from 'react'
import { listKeptFiles } from './kept-file-database.ts'
import type { KeptFile } from './stored-query-database.ts'

/** `no room`: over the limit of a device. `browser full`: the browser has no storage left. `not read`: the file could not be downloaded. */
export type MissingReason = 'no room' | 'browser full' | 'not read'
/** `kept` is null until it has been read, or without a database. `missing` has the needed charts that are not kept, with the reasons. */
type KeptFilesState = { kept: ReadonlyMap<string, KeptFile> | null; missing: ReadonlyMap<string, MissingReason> }

let state: KeptFilesState = { kept: null, missing: new Map() }
const listeners = new Set<() => void>()

/** Reads the kept files from the database, and shows them. */
export async function showKeptFiles(missing: KeptFilesState['missing'] = state.missing): Promise<void> {
  const rows = await listKeptFiles()
  state = { kept: new Map(rows.map((row) => [row.id, row])), missing: new Map(missing) }
  for (const listener of listeners) listener()
}

export function isFileKept(id: string): boolean {
  return state.kept?.has(id) ?? false
}

export function useKeptFiles(): KeptFilesState {
  useEffect(() => {
    if (state.kept) return
    // Without a database nothing is on the device.
    void showKeptFiles().catch(() => undefined)
  }, [])
  return useSyncExternalStore(subscribe, () => state)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
