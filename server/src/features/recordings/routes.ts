import { recordingsApi } from '@gaffer/domain/recordings/api'
import { requireMember } from '#http/guards/guards.ts'
import type { ServeEndpoint } from '#http/pipeline/serve.ts'
import {
  addMark,
  addRecording,
  changeMark,
  changeRecording,
  deleteMark,
  deleteRecording,
  listRecordings,
  readRecording,
  readRecordingContent,
  recordingWriteOptions,
  restoreRecording,
} from './service.ts'

export function recordingRoutes(serve: ServeEndpoint): void {
  serve(recordingsApi.listRecordings, requireMember, ({ db, member, query }) => listRecordings(db, member, query), {
    isRevalidated: true,
  })
  serve(
    recordingsApi.addRecording,
    requireMember,
    ({ db, member, body, upload }) => addRecording(db, member, body, upload),
    recordingWriteOptions,
  )
  serve(
    recordingsApi.readRecording,
    requireMember,
    ({ db, member, params }) => readRecording(db, { ...params, member }),
    { isRevalidated: true },
  )
  serve(recordingsApi.changeRecording, requireMember, ({ db, member, params, body, seenVersions }) =>
    changeRecording(db, { ...params, member }, body, seenVersions),
  )
  serve(recordingsApi.deleteRecording, requireMember, ({ db, member, params, seenVersions }) =>
    deleteRecording(db, { ...params, member }, seenVersions),
  )
  serve(recordingsApi.restoreRecording, requireMember, ({ db, member, params }) =>
    restoreRecording(db, { ...params, member }),
  )
  serve(recordingsApi.addMark, requireMember, ({ db, member, params, body }) =>
    addMark(db, { ...params, member }, body),
  )
  serve(recordingsApi.changeMark, requireMember, ({ db, member, params, body }) =>
    changeMark(db, { ...params, member }, body),
  )
  serve(recordingsApi.deleteMark, requireMember, ({ db, member, params }) => deleteMark(db, { ...params, member }))
  serve(
    recordingsApi.readRecordingContent,
    requireMember,
    ({ services, db, member, params, ...call }) => readRecordingContent(services, db, { ...params, member }, call),
    { deadlineMs: 20_000 },
  )
}
