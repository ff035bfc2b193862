// The mail with the link that confirms an enquiry. A stranger can have it sent to any address, so it quotes nothing of the form.

import { limits } from '@gaffer/domain/shared/limits'
import type { ComposedMessage } from '#features/messages/hooks.ts'
import type { Message } from '#features/messages/message.ts'
import type { Db } from '#platform/db/connection.ts'
import { html } from '#platform/html.ts'
import { mailButtons, mailHeading, mailHtml, mailLeadParagraph, mailNote, mailParagraph } from '#platform/mail-html.ts'
import type { Services } from '#services.ts'
import { findUnconfirmedEnquiry } from './enquiry-store.ts'

/** Composes the confirmation mail; null if the enquiry is confirmed or deleted. */
export async function composeEnquiryMail(
  { config, links, clock }: Services,
  tx: Db,
  { id, bandId, recipient }: Message,
): Promise<ComposedMessage | null> {
  const enquiry = bandId === null ? undefined : await findUnconfirmedEnquiry(tx, { bandId, id })
  if (!enquiry || recipient === null) return null
  const expiresAt = new Date(clock.now().getTime() + limits.enquiryConfirmationHours * 3_600_000)
  const url = `${config.publicUrl}/enquiry/${links.signLink('enquiry', [enquiry.bandId, id], { expiresAt })}`
  return { content: { to: recipient, ...formatConfirmationMail(enquiry.bandName, url) } }
}

function formatConfirmationMail(bandName: string, url: string): { subject: string; text: string; html: string } {
  const subject = `Confirm your enquiry to ${bandName}`
  const why = `Somebody filled in the form of ${bandName} with this address. If it was you, open the link and press Send.`
  const unwanted = `If it was not you, ignore this mail: ${bandName} hears nothing of it, and the form is deleted after ${limits.enquiryConfirmationHours} hours.`
  return {
    subject,
    text: `${why}\n\n${url}\n\n${unwanted}\n`,
    html: mailHtml({
      title: subject,
      preview: why,
      content: html`${mailLeadParagraph('Gaffer')} ${mailHeading(subject)} ${mailParagraph(why)}
      ${mailButtons([{ label: 'Open my enquiry', url }])} ${mailNote(unwanted)}`,
    }),
  }
}
