import { html } from '#platform/html.ts'
import { mailHeading, mailHtml, mailLeadParagraph, mailNote, mailParagraph } from '#platform/mail-html.ts'

/** The code is in the subject too, which phones show on the locked screen. */
export function composeEmailCodeMail(code: string): { subject: string; text: string; html: string } {
  const subject = `${code} is your Gaffer code`
  const use = 'Type it in Gaffer to get notices at this address. It works for 10 minutes.'
  const unwanted = 'You can ignore this mail if you did not ask for it.'
  return {
    subject,
    text: `${subject}\n\n${use}\n\n${unwanted}\n`,
    html: mailHtml({
      title: subject,
      preview: use,
      content: html`${mailLeadParagraph('Gaffer')} ${mailHeading(`Your code is ${code}`)} ${mailParagraph(use)}
      ${mailNote(unwanted)}`,
    }),
  }
}
