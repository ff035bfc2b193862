// Saves a new version of something that other members edit too. When another save came first, the form shows
// `EditConflictDialog` with `theirs`.

import { useState } from 'react'

export function useEditConflict<Theirs>(onFailure: (error: unknown) => void) {
  const [theirs, setTheirs] = useState<Theirs | null>(null)

  /** `readTheirs` reads the version that was saved first; null if the error is not an edit conflict. */
  async function attempt(
    save: () => Promise<void>,
    readTheirs: (error: unknown) => Promise<Theirs | null>,
  ): Promise<void> {
    try {
      await save()
      setTheirs(null)
    } catch (error) {
      // If their version cannot be read, the member sees why the save failed.
      const found = await readTheirs(error).catch(() => null)
      if (found === null) onFailure(error)
      else setTheirs(found)
    }
  }

  return { attempt, theirs, dismiss: () => setTheirs(null) }
}
