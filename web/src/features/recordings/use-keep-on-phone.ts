import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import type { ShownRecording } from '@gaffer/domain/recordings/recording'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keepRecording, removeKeptRecording } from '#offline/keep-recordings.ts'
import { useKeptFiles } from '#offline/kept-files-state.ts'
import { showFailureToast } from '#ui/toast-store.ts'
import { showActionFailure } from './show-action-failure.ts'

/** Stores a recording on this device, or removes it. `isKept` is true once it is stored, `isKeeping` while it is being downloaded. */
export function useKeepOnPhone(bandId: string, recording: ShownRecording) {
  const client = useQueryClient()
  const [isKeeping, setKeeping] = useState(false)
  const { kept } = useKeptFiles()
  const title = recordingMessages.notKeptOnPhone

  async function keepRecordingOnPhone() {
    setKeeping(true)
    try {
      const failureReason = await keepRecording(client, bandId, recording)
      if (failureReason !== null) showFailureToast({ title, text: recordingMessages.notKeptReasons[failureReason] })
    } catch (error) {
      showActionFailure(error, title)
    } finally {
      setKeeping(false)
    }
  }

  return {
    isKept: kept?.has(recording.id) ?? false,
    isKeeping,
    keep: () => void keepRecordingOnPhone(),
    // Ignores a failure: without IndexedDB, nothing is stored on the device.
    remove: () => void removeKeptRecording(recording.id).catch(() => undefined),
  }
}
