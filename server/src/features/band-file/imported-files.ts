// The files of a band that is imported from a zip. Their bytes are stored first; their rows are inserted with the band.

import type { FileLayer } from '@gaffer/domain/band-file/file-markup'

export type ImportedFile = {
  id: string
  bytes: number
  mediaType: string
  purpose: 'chart' | 'recording' | 'receipt'
  name: string
  kind?: 'pdf' | 'image'
  pages?: number
  seconds?: number | null
}

/** The keys are `chartVersionKey`, recording ids and ledger entry ids; chart ids in `markup`. */
export type ImportedFiles = Record<'chartVersions' | 'recordings' | 'receipts', ReadonlyMap<string, ImportedFile>> & {
  markup: ReadonlyMap<string, readonly FileLayer[]>
}

/** The files of a band file without a zip: none. */
export const noFiles: ImportedFiles = {
  chartVersions: new Map(),
  recordings: new Map(),
  receipts: new Map(),
  markup: new Map(),
}

export function chartVersionKey(chartId: string, version: number): string {
  return `${chartId} ${version}`
}
