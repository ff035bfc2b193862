// Hooks that change marks (with optimistic updates, and through the outbox without a network), and hooks that send files and takes.

import type { Mark } from '@gaffer/domain/recordings/recording'
import { useQueryClient } from '@tanstack/react-query'
import { generateIdempotencyKey } from '#lib/request.ts'
import { useChange } from '#offline/use-change.ts'
import { createClientId } from '#lib/client-id.ts'
import './apply-marks.ts'
import { sendRecording, type NewRecording, sendTake } from './send-recording.ts'
import type { Take } from './take-database.ts'

export type MarkHandlers = {
  /** Resolves to true if the mark is stored or waits in the outbox, to false after a failure. */
  add: (songId: string, atSeconds: number) => Promise<boolean>
  move: (markId: string, atSeconds: number) => void
  remove: (markId: string) => void
}

export function useMarks(params: { bandId: string; recordingId: string }, name: string): MarkHandlers {
  const about = { id: params.recordingId, name }
  const shared = { changes: 'recordings', failure: { title: 'The mark was not saved' } } as const
  const addMark = useChange('POST /api/bands/:bandId/recordings/:recordingId/marks', {
    ...shared,
    input: (mark: Mark) => ({ params, body: mark, idempotencyKey: mark.id }),
    keep: (mark: Mark) => ({ about, reply: mark }),
  })
  const moveMark = useChange('PATCH /api/bands/:bandId/recordings/:recordingId/marks/:markId', {
    ...shared,
    input: ({ id, atSeconds }: Mark) => ({
      params: { ...params, markId: id },
      body: { atSeconds },
      idempotencyKey: generateIdempotencyKey(),
    }),
    keep: (mark: Mark) => ({ about, reply: mark }),
  })
  const removeMark = useChange('DELETE /api/bands/:bandId/recordings/:recordingId/marks/:markId', {
    ...shared,
    input: (markId: string) => ({ params: { ...params, markId }, idempotencyKey: generateIdempotencyKey() }),
    keep: () => ({ about, reply: undefined }),
  })
  return {
    add: async (songId, atSeconds) => (await addMark.send({ id: createClientId(), songId, atSeconds })) !== null,
    // `songId` is a placeholder: a PATCH does not send it.
    move: (id, atSeconds) => void moveMark.send({ id, songId: '', atSeconds }),
    remove: (markId) => void removeMark.send(markId),
  }
}

export function useSendRecording() {
  const client = useQueryClient()
  return (recording: NewRecording) => void sendRecording(client, recording)
}

export function useSendTake() {
  const client = useQueryClient()
  return (take: Take) => sendTake(client, take)
}
