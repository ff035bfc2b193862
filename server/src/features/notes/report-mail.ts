import { html } from '#platform/html.ts'
import { mailHeading, mailHtml, mailLeadParagraph, mailNote, mailParagraph } from '#platform/mail-html.ts'
import type { Report, ReportedSubject } from './report-store.ts'

type ReportWithSubject = { report: Report; subject: ReportedSubject | undefined; url: string | null }

/** Composes the mail of a report: the reporter, the reason, the reported text, its address, and the command that hides the text. */
export function composeReportMail({ report, subject, url }: ReportWithSubject): {
  subject: string
  text: string
  html: string
} {
  const { id, kind, bandName, reason, reporter } = report
  const title = `Report: a ${kind} in ${bandName}`
  const reportLine = `${reporter ?? 'A former member'} reported it: “${reason}”`
  const subjectLine = subject
    ? `${subject.by ?? 'A former member'} ${kind === 'note' ? 'wrote' : 'uploaded'}: “${subject.text}”`
    : `The ${kind} has been deleted since.`
  const commandLine = `To hide it: npm run person hide ${id}`
  const addressLine = url === null ? null : `Where it is: ${url}`
  return {
    subject: title,
    text:
      [title, reportLine, subjectLine, addressLine, commandLine].filter((line) => line !== null).join('\n\n') + '\n',
    html: mailHtml({
      title,
      preview: reason,
      content: html`${mailLeadParagraph('Gaffer')} ${mailHeading(title)} ${mailParagraph(reportLine)}
      ${mailParagraph(subjectLine)} ${addressLine === null ? null : mailParagraph(addressLine)} ${mailNote(commandLine)}`,
    }),
  }
}
