// Optimistic updates: applies changes of marks that the server has not stored yet to the cached recordings.

import type { Mark, Recording } from '@gaffer/domain/recordings/recording'
import type { ReadEndpointName } from '#lib/endpoint-query.ts'
import { isOfSameBand, registerChangeAppliers, type ChangeApplier, type ShownReply } from '#lib/shown-changes.ts'

const recordingsEndpoint = 'GET /api/bands/:bandId/recordings'
const readsWithMarks: readonly ReadEndpointName[] = [
  recordingsEndpoint,
  'GET /api/bands/:bandId/recordings/:recordingId',
]

registerChangeAppliers({
  'POST /api/bands/:bandId/recordings/:recordingId/marks': markApplier((marks, { change }) => {
    const mark = change.body as Mark
    return marks.some(({ id }) => id === mark.id) ? marks : [...marks, mark]
  }),
  'PATCH /api/bands/:bandId/recordings/:recordingId/marks/:markId': markApplier((marks, { change: { params, body } }) =>
    marks.map((mark) => (mark.id === params['markId'] ? { ...mark, ...(body as Partial<Mark>) } : mark)),
  ),
  'DELETE /api/bands/:bandId/recordings/:recordingId/marks/:markId': markApplier((marks, { change: { params } }) =>
    marks.filter(({ id }) => id !== params['markId']),
  ),
})

function markApplier(apply: (marks: readonly Mark[], shown: ShownReply) => readonly Mark[]): ChangeApplier {
  const applyToRecording = (recording: Recording, shown: ShownReply): Recording => ({
    ...recording,
    marks: apply(recording.marks, shown).toSorted((a, b) => a.atSeconds - b.atSeconds || (a.id < b.id ? -1 : 1)),
  })
  return {
    reads: readsWithMarks,
    apply: (shown) => {
      if (!isOfSameBand(shown)) return shown.reply
      const isChanged = ({ id }: Recording) => id === shown.change.params['recordingId']
      if (shown.read.name !== recordingsEndpoint) {
        const recording = shown.reply as Recording
        return isChanged(recording) ? applyToRecording(recording, shown) : recording
      }
      const recordings = shown.reply as Recording[]
      if (!recordings.some(isChanged)) return recordings
      return recordings.map((one) => (isChanged(one) ? applyToRecording(one, shown) : one))
    },
  }
}
