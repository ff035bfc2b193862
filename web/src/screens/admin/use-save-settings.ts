// Saves the settings with If-Match; a 412 opens the conflict dialog.

import type { Band } from '@gaffer/domain/band'
import { messages } from '@gaffer/domain/messages'
import { readBandNow, useChangeBand } from '#api/bands.ts'
import { useEditConflict } from '#components/use-edit-conflict.ts'
import { hasCode, getErrorMessage } from '#lib/api-error.ts'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { changesOf, draftOf, type SettingsDraft } from './settings-draft.ts'

/** The settings that another member saved first. `changedBy` is null if the member is unknown. */
export type TheirSettings = { band: Band; changedBy: string | null }

export function useSaveSettings(seen: Band, onSaved: (band: Band) => void) {
  const change = useChangeBand(seen.id)
  const { attempt, theirs, dismiss } = useEditConflict<TheirSettings>((error) =>
    showFailure({ title: 'Error', text: getErrorMessage(error, messages.bandNotUpdated) }),
  )

  function save(draft: SettingsDraft, version = seen.version): Promise<void> {
    const send = async () => {
      onSaved(await change.mutateAsync({ version, changes: changesOf(draftOf(seen), draft) }))
      showToast({ title: messages.bandUpdated })
    }
    return attempt(send, async (error) => (hasCode(error, 'stale') ? readBandNow(seen.id) : null))
  }

  return { save, theirs, dismissTheirs: dismiss, isSaving: change.isPending }
}
