import type * as z from 'zod/mini'
import { BandFile } from './band-file.ts'
import { findBandFileIssues } from './band-file-issues.ts'

/** The schema of an import: checks each field by itself first, then combinations and references (`findBandFileIssues`). */
export const BandFileInput = BandFile.check((ctx) => {
  if (ctx.issues.length > 0) return
  for (const { path, message } of findBandFileIssues(ctx.value)) {
    ctx.issues.push({ code: 'custom', path: path.split('.'), message, input: undefined })
  }
})
export type BandFileInput = z.input<typeof BandFile>
