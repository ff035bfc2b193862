// Saves the settings with If-Match; a 412 opens the conflict dialog.

import type { Band } from '@gaffer/domain/bands/band'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { fetchBandWithLastEditor, useChangeBand } from '#features/bands/queries.ts'
import { changedValues } from '#lib/changed-values.ts'
import { useEditConflict } from '#lib/use-edit-conflict.ts'
import { hasErrorCode, getErrorMessage } from '#lib/api-error.ts'
import { showFailureToast, showToast } from '#ui/toast-store.ts'
import { formValuesFromBand, type SettingsFormValues } from './settings-form-values.ts'

/** The settings that another member saved first. `changedBy` is null if the member is unknown. */
export type ConflictingSettingsEdit = { band: Band; changedBy: string | null }

export function useSaveSettings(seen: Band, onSaved: (band: Band) => void) {
  const change = useChangeBand(seen.id)
  const { attempt, theirs, dismiss } = useEditConflict<ConflictingSettingsEdit>((error) =>
    showFailureToast({ title: 'Error', text: getErrorMessage(error, bandMessages.bandNotUpdated) }),
  )

  function save(draft: SettingsFormValues, version = seen.version): Promise<void> {
    const send = async () => {
      // Only the changed fields, so that a save does not revert changes by others.
      onSaved(await change.mutateAsync({ version, changes: changedValues(formValuesFromBand(seen), draft) }))
      showToast({ title: bandMessages.bandUpdated })
    }
    return attempt(send, async (error) => (hasErrorCode(error, 'stale') ? fetchBandWithLastEditor(seen.id) : null))
  }

  return { save, theirs, dismissTheirs: dismiss, isSaving: change.isPending }
}
