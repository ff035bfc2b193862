import { moneyMessages } from '@gaffer/domain/money/money-messages'
import type { Settlement } from '@gaffer/domain/money/settlement'
import { useState } from 'react'
import { hasErrorCode } from '#lib/api-error.ts'
import { mergeEdits, useEditConflict } from '#lib/edit-conflict.ts'
import { useIdempotencyKeySource } from '#lib/idempotency-key.ts'
import { showFailure } from '#lib/show-failure.ts'
import { useChange } from '#offline/use-change.ts'
import { fetchSettlement } from './queries.ts'
import {
  diffSettlementFormValues,
  formValuesFromSettlement,
  previewSettlement,
  type SettlementFormValues,
} from './settlement-form-values.ts'

type SettlementEdit = { base: Settlement; values: SettlementFormValues }

/** The unsaved edit of a settlement, and its save with the version from which the edit started. */
export function useSettlementEdit(
  bandId: string,
  stored: Settlement,
  members: readonly { id: string; displayName: string }[],
) {
  const params = { bandId, eventId: stored.eventId }
  const valuesOf = (settlement: Settlement) => formValuesFromSettlement(settlement, members)
  const isChanged = ({ base, values }: SettlementEdit) => JSON.stringify(values) !== JSON.stringify(valuesOf(base))
  const [lastEdit, setEdit] = useState<SettlementEdit | null>(null)
  const edit = lastEdit && isChanged(lastEdit) ? lastEdit : { base: stored, values: valuesOf(stored) }
  const { keyFor } = useIdempotencyKeySource()
  const { mutateAsync, isPending } = useChange('PUT /api/bands/:bandId/events/:eventId/settlement', {
    changes: 'money',
    failure: null,
  })
  const { attempt, theirs, dismiss } = useEditConflict<Settlement>((error) =>
    showFailure(error, { title: moneyMessages.settlementNotSaved }),
  )

  /** Resolves to the saved settlement; to null if an amount is invalid, and after a failure, which a toast or the dialog of the conflict shows. */
  async function save({ base: { version }, values } = edit): Promise<Settlement | null> {
    const { input: body } = previewSettlement(values, stored.deps)
    if (!body) return null
    let saved: Settlement | null = null
    const send = async () => {
      const reply = await mutateAsync({ params, body, version, idempotencyKey: keyFor([body, version]) })
      saved = reply
      // Values that were changed during the save stay unsaved, as an edit of the version that was just saved.
      setEdit((last) => (last === null || last.values === values ? null : { base: reply, values: last.values }))
    }
    await attempt(send, async (error) => (hasErrorCode(error, 'stale') ? fetchSettlement(params) : null))
    return saved
  }

  function continueWith(next: SettlementEdit | null): void {
    setEdit(next)
    dismiss()
  }

  const versions = theirs && { before: valuesOf(edit.base), mine: edit.values, theirs: valuesOf(theirs) }
  return {
    values: edit.values,
    isDirty: edit === lastEdit,
    isSaving: isPending,
    change: (part: Partial<SettlementFormValues>) => setEdit({ base: edit.base, values: { ...edit.values, ...part } }),
    save: () => save(),
    /** The edit conflict, if another member saved first. */
    conflict: theirs &&
      versions && {
        differences: diffSettlementFormValues(versions),
        onKeepMine: () => {
          const merged = { base: theirs, values: mergeEdits(versions.before, versions.mine, versions.theirs) }
          continueWith(merged)
          void save(merged)
        },
        onKeepTheirs: () => continueWith(null),
        onClose: dismiss,
      },
  }
}
