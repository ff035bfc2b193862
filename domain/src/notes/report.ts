// Reports to the operator about notes, charts and recordings of other members.

import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'
import { noteMessages } from './note-messages.ts'

export const reportKinds = ['note', 'chart', 'recording'] as const
export type ReportKind = (typeof reportKinds)[number]

export const ReportInput = z.strictObject({
  kind: z.enum(reportKinds, noteMessages.reportKindUnknown),
  id: Id,
  reason: createRequiredLineSchema(limits.reportReasonLength, noteMessages.reportReasonRequired),
})
export type ParsedReport = z.output<typeof ReportInput>
