// Saves a new version of an object that other members edit too. A save that was refused with 412 (`stale`), because another save came
// first, sets `theirs`, with which the form shows `EditConflictDialog`.

import { useState } from 'react'

export function useEditConflict<Theirs>(onFailure: (error: unknown) => void) {
  const [theirs, setTheirs] = useState<Theirs | null>(null)

  /** Calls `save`. After an error, `readTheirs` resolves to the version that was saved first, or to null if the error is no edit conflict. */
  async function attempt(
    save: () => Promise<void>,
    readTheirs: (error: unknown) => Promise<Theirs | null>,
  ): Promise<void> {
    try {
      await save()
      setTheirs(null)
    } catch (error) {
      // If the other version cannot be read, the error of the save is reported.
      const found = await readTheirs(error).catch(() => null)
      if (found === null) onFailure(error)
      else setTheirs(found)
    }
  }

  return { attempt, theirs, dismiss: () => setTheirs(null) }
}
