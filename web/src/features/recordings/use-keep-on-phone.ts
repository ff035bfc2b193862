import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import type { Recording } from '@gaffer/domain/recordings/recording'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keepRecording, removeKeptRecording } from '#offline/keep-recordings.ts'
import { useKeptFiles } from '#offline/kept-files-state.ts'
import { showFailureToast } from '#ui/toast-store.ts'
import { showActionFailure } from './show-action-failure.ts'

/** Whether the recording is on this device, and how that is changed. `isKeeping` while it is downloaded. */
export function useKeepOnPhone(bandId: string, recording: Recording) {
  const client = useQueryClient()
  const [isKeeping, setKeeping] = useState(false)
  const { kept } = useKeptFiles()
  const title = recordingMessages.notKeptOnPhone

  async function keep() {
    setKeeping(true)
    try {
      const reason = await keepRecording(client, bandId, recording)
      if (reason !== null) showFailureToast({ title, text: recordingMessages.notKeptReasons[reason] })
    } catch (error) {
      showActionFailure(error, title)
    } finally {
      setKeeping(false)
    }
  }

  return {
    isKept: kept?.has(recording.id) ?? false,
    isKeeping,
    keep: () => void keep(),
    // Without a database there is nothing to remove.
    remove: () => void removeKeptRecording(recording.id).catch(() => undefined),
  }
}
