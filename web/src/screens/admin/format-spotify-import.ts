// Sentences about tracks that an import skipped or failed to add.

import type { Import } from '#api/spotify-import.ts'

export function doneOf({ added, already, refused }: Import): number {
  return added + already + refused
}

/** Undefined when every track was imported. */
export function wordsFor(done: Import): string | undefined {
  const { total, already, refused } = done
  if (total === null) return 'Stopped before it began.'
  if (total === 0) return 'There are no songs in that playlist.'
  const left = total - doneOf(done)
  const words = [
    already > 0 && `${already} ${already === 1 ? 'was' : 'were'} on the practice list already.`,
    refused > 0 && `${refused} could not be added.`,
    left > 0 && `${left} ${left === 1 ? 'is' : 'are'} left. Import again to continue.`,
  ]
  return words.filter(Boolean).join(' ') || undefined
}
