// Edit conflicts: compares a member's edit with the version that another member stored first, and merges the edit into it.

import { useState } from 'react'
import { changedValues } from './changed-values.ts'
import type { FieldDifference } from './edit-conflict-dialog.tsx'

type ShownField<Fields> = { label: string; show: (fields: Fields) => string }

/** The fields whose values differ. For a field that only the other member changed, the second side is the value before both edits. */
export function diffFields<Fields>(
  shown: readonly ShownField<Fields>[],
  { before, mine, theirs }: Record<'before' | 'mine' | 'theirs', Fields>,
): FieldDifference[] {
  return shown.flatMap(({ label, show }) => {
    const [textBefore, myText, theirText] = [show(before), show(mine), show(theirs)]
    if (myText === theirText) return []
    return [
      {
        label,
        sides: [
          { side: 'Theirs', text: theirText },
          { side: myText === textBefore ? 'Before' : 'Yours', text: myText },
        ],
      },
    ]
  })
}

/** The stored version with the fields that the member changed. */
export function mergeEdits<Fields extends object>(before: Fields, mine: Fields, theirs: Fields): Fields {
  return { ...theirs, ...changedValues(before, mine) }
}

/**
 * The saves of a form whose object other members edit too. If `attempt` is refused with 412 (`stale`), because another member saved first,
 * `theirs` is set to the stored version, and the form shows `EditConflictDialog` with it.
 */
export function useEditConflict<Theirs>(onFailure: (error: unknown) => void) {
  const [theirs, setTheirs] = useState<Theirs | null>(null)

  /** Calls `save`. After an error, `readTheirs` resolves to the version that was saved first, or to null if the error is not an edit conflict. */
  async function attempt(
    save: () => Promise<void>,
    readTheirs: (error: unknown) => Promise<Theirs | null>,
  ): Promise<void> {
    try {
      await save()
      setTheirs(null)
    } catch (error) {
      // If the other version cannot be read, the error of the save is reported.
      const theirVersion = await readTheirs(error).catch(() => null)
      if (theirVersion === null) onFailure(error)
      else setTheirs(theirVersion)
    }
  }

  return { attempt, theirs, dismiss: () => setTheirs(null) }
}
