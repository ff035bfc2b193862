import { randomUUIDv7 } from 'node:crypto'
import { noteMessages } from '@gaffer/domain/notes/note-messages'
import { noteThreadPath } from '@gaffer/domain/notes/note-thread-path'
import type { ParsedReport } from '@gaffer/domain/notes/report'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { ComposedMessage } from '#features/messages/hooks.ts'
import type { Message } from '#features/messages/message.ts'
import { addMessages } from '#features/messages/queue.ts'
import { queueContentHidden } from '#features/notices/queue-notices.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, type DatabasePool, type Db } from '#platform/db/connection.ts'
import { announceChange } from '#http/live/live.ts'
import { notFoundError } from '#platform/refusals.ts'
import type { MemberContext } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import { composeReportMail } from './report-mail.ts'
import {
  findReport,
  findReportWait,
  findThreadOfNote,
  insertReport,
  listReports,
  reportedSubjectStore,
  type Report,
  type ReportedSubject,
} from './report-store.ts'

/** Stores the report, and sends it by mail if OPERATOR_EMAIL is set. */
export function reportToOperator(
  services: Pick<Services, 'config' | 'jobs' | 'clock'>,
  db: Db,
  member: MemberContext,
  { kind, id: subjectId, reason }: ParsedReport,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    // Serialises the reports of a member, so that the limit per day holds.
    await acquireAdvisoryLocks(tx, `reports of ${member.userId}`)
    if (!(await reportedSubjectStore[kind].isReportable(tx, { ...member, subjectId }))) throw notFoundError()
    const wait = await findReportWait(tx, member)
    if (wait) throw new AppError('too_many_requests', noteMessages.tooManyReports, { retryAfterSeconds: wait.seconds })
    const id = randomUUIDv7()
    await insertReport(tx, { ...member, id, kind, subjectId, reason })
    const recipient = services.config.operatorEmail?.toLowerCase()
    if (recipient === undefined) return
    // `isRequested` is false: while the budget of mails is used up, the mail waits, and the report is accepted.
    const message = {
      id,
      way: 'mail',
      purpose: 'report',
      causedBy: member.userId,
      recipient,
      isRequested: false,
    } as const
    await addMessages(services, tx, [{ ...message, dueAt: services.clock.now() }])
  })
}

/** Composes the mail to the operator; null if the report was deleted with its band, or if OPERATOR_EMAIL is no longer set. */
export async function composeReport(services: Services, tx: Db, { id }: Message): Promise<ComposedMessage | null> {
  const { operatorEmail, publicUrl } = services.config
  const report = await findReport(tx, { id })
  if (!report || operatorEmail === null) return null
  const subject = await findSubject(tx, report)
  const thread = report.kind === 'note' ? await findThreadOfNote(tx, report) : undefined
  const url = thread ? publicUrl + noteThreadPath(thread.about, report.bandId, thread.eventId) : null
  return {
    content: { to: operatorEmail, ...composeReportMail({ report, subject, url }) },
    retryAt: (seconds) => new Date(services.clock.now().getTime() + seconds * 1000),
  }
}

function findSubject(db: Db, report: Report): Promise<ReportedSubject | undefined> {
  return reportedSubjectStore[report.kind].findSubject(db, report)
}

/** The newest reports with their subjects, for the operator. */
export async function listReportsWithSubjects(
  db: Db,
  maxRows: number,
): Promise<{ report: Report; subject: ReportedSubject | undefined }[]> {
  const reportsWithSubjects: { report: Report; subject: ReportedSubject | undefined }[] = []
  for (const report of await listReports(db, { maxRows }))
    reportsWithSubjects.push({ report, subject: await findSubject(db, report) })
  return reportsWithSubjects
}

/** Hides or shows the subject of a report. Hiding queues a notice to its writer or uploader. Undefined if report or subject is missing. */
export async function setReportedSubjectHidden(
  db: DatabasePool,
  id: string,
  isHidden: boolean,
): Promise<Report | undefined> {
  const report = await findReport(db, { id })
  if (!report) return undefined
  const { bandId, kind, subjectId } = report
  return inTransaction(db, async (tx) => {
    const subject = await findSubject(tx, report)
    if (!subject) return undefined
    await reportedSubjectStore[kind].setHidden(tx, { bandId, subjectId, isHidden })
    if (isHidden && !subject.isHidden && subject.userId !== null) {
      await queueContentHidden(tx, { bandId, id: subjectId, userId: subject.userId, what: kind })
    }
    await announceChange(tx, { bandId, what: kind === 'note' ? 'notes' : 'songs' })
    return report
  })
}
