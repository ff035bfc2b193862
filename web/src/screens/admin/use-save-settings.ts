// Saves the settings with If-Match; a 412 opens the conflict dialog.

import type { Band } from '@gaffer/domain/bands/band'
import { bandMessages } from '@gaffer/domain/bands/band-messages'
import { showFailure } from '#lib/show-failure.ts'
import { useChange } from '#offline/use-change.ts'
import { fetchBandWithLastEditor } from '#features/bands/queries.ts'
import { changedValues } from '#lib/changed-values.ts'
import { useEditConflict } from '#lib/use-edit-conflict.ts'
import { hasErrorCode } from '#lib/api-error.ts'
import { showToast } from '#ui/toast-store.ts'
import { formValuesFromBand, type SettingsFormValues } from './settings-form-values.ts'

/** The settings that another member saved first. `changedBy` is null if the member is unknown. */
export type ConflictingSettingsEdit = { band: Band; changedBy: string | null }

export function useSaveSettings(seen: Band, onSaved: (band: Band) => void) {
  const change = useChange('PATCH /api/bands/:bandId', { changes: 'band', failure: null })
  const { attempt, theirs, dismiss } = useEditConflict<ConflictingSettingsEdit>((error) =>
    showFailure(error, { title: 'Error', text: bandMessages.bandNotUpdated }),
  )

  function save(draft: SettingsFormValues, version = seen.version): Promise<void> {
    const send = async () => {
      // Only the changed fields, so that a save does not revert changes by others.
      const body = changedValues(formValuesFromBand(seen), draft)
      onSaved(await change.mutateAsync({ params: { bandId: seen.id }, body, version }))
      showToast({ title: bandMessages.bandUpdated })
    }
    return attempt(send, async (error) => (hasErrorCode(error, 'stale') ? fetchBandWithLastEditor(seen.id) : null))
  }

  return { save, theirs, dismissTheirs: dismiss, isSaving: change.isPending }
}
