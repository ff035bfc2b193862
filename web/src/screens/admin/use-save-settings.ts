// Saves the settings with If-Match; a 412 opens the conflict dialog.

import type { Band } from '@gaffer/domain/band'
import { messages } from '@gaffer/domain/messages'
import { useState } from 'react'
import { readBandNow, useChangeBand } from '#api/bands.ts'
import { hasCode, getErrorMessage } from '#lib/api-error.ts'
import { showFailure, showToast } from '#ui/toast-store.ts'
import { changesOf, draftOf, type SettingsDraft } from './settings-draft.ts'

export type Stale = { theirs: Band; changedBy: string | null }

export function useSaveSettings(seen: Band, onSettled: (band: Band) => void) {
  const change = useChangeBand(seen.id)
  const [stale, setStale] = useState<Stale | null>(null)

  async function save(draft: SettingsDraft, version = seen.version): Promise<void> {
    try {
      settle(await change.mutateAsync({ version, changes: changesOf(draftOf(seen), draft) }))
      showToast({ title: messages.bandUpdated })
    } catch (error) {
      if (hasCode(error, 'stale') && (await seeTheirs())) return
      showFailure({ title: 'Error', text: getErrorMessage(error, messages.bandNotUpdated) })
    }
  }

  async function seeTheirs(): Promise<boolean> {
    const now = await readBandNow(seen.id).catch(() => null)
    setStale(now && { theirs: now.band, changedBy: now.changedBy })
    return now !== null
  }

  function settle(band: Band) {
    setStale(null)
    onSettled(band)
  }

  return {
    save,
    stale,
    keepTheirs: () => stale && settle(stale.theirs),
    forget: () => setStale(null),
    isSaving: change.isPending,
  }
}
