import { FileChooser } from '#features/files/file-chooser.tsx'
import { UploadRows } from '#features/files/upload-rows.tsx'
import { useSendRecording } from './queries.ts'
import { recordingTarget } from './send-recording.ts'

const accept = 'audio/*,.m4a,.mp3,.ogg,.oga,.opus,.webm,.wav,.flac'

/** `eventId` is null for recordings of no event. */
export function UploadRecordings({ bandId, eventId }: { bandId: string; eventId: string | null }) {
  const send = useSendRecording()
  const sendAll = (files: readonly File[]) => {
    for (const file of files) send({ bandId, eventId, file, fileName: file.name })
  }
  return (
    <>
      <UploadRows target={recordingTarget({ bandId, eventId })} />
      <FileChooser label="Upload a recording" accept={accept} isMultiple onChoose={sendAll} />
    </>
  )
}
