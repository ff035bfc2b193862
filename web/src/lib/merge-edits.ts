// Compares and merges two edits of the same values: the member's own and the stored one.

import type { FieldDifference } from './edit-conflict-dialog.tsx'
import { changedValues } from './changed-values.ts'

type ShownField<Fields> = { label: string; show: (fields: Fields) => string }

/** The fields whose values differ. A field that the member did not change shows the value before the edits, because the stored value stays. */
export function diffFields<Fields>(
  shown: readonly ShownField<Fields>[],
  { before, mine, theirs }: Record<'before' | 'mine' | 'theirs', Fields>,
): FieldDifference[] {
  return shown.flatMap(({ label, show }) => {
    const [was, ours, others] = [show(before), show(mine), show(theirs)]
    if (ours === others) return []
    return [
      {
        label,
        sides: [
          { of: 'Theirs', is: others },
          { of: ours === was ? 'Before' : 'Yours', is: ours },
        ],
      },
    ]
  })
}

/** The stored version with the fields that the member changed. */
export function mergeEdits<Fields extends object>(before: Fields, mine: Fields, theirs: Fields): Fields {
  return { ...theirs, ...changedValues(before, mine) }
}
