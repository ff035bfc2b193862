import { formatDate } from '@gaffer/domain/shared/dates'
import { nameIfAllowedInMail, nameIfAllowedInText, fallbackBandName } from '@gaffer/domain/shared/names-in-messages'
import { html } from '#platform/html.ts'
import { mailButtons, mailHeading, mailHtml, mailLeadParagraph, mailLink, mailNote } from '#platform/mail-html.ts'

/** `until` is ISO 8601. `invitedBy` is null once the inviter's account is erased. */
export type InvitationContent = { bandName: string; invitedBy: string | null; link: string; until: string }

export function composeInvitationText(content: InvitationContent): string {
  return `${composeSentence(content, nameIfAllowedInText)} ${content.link}\nWorks once, until ${formatExpiry(content)}.`
}

export function composeInvitationMail(content: InvitationContent): { subject: string; text: string; html: string } {
  const sentence = composeSentence(content, nameIfAllowedInMail)
  const terms = `The link works once, until ${formatExpiry(content)}. Joining requires phone verification.`
  const unwanted = 'You can ignore this mail if you do not know what it is about.'
  return {
    // The subject leaves out the inviter's name, so that the band name is the only part that members can write.
    subject: `You are invited to ${composeJoinPhrase(content, nameIfAllowedInMail)}`,
    text: `${sentence}\n\nAccept the invitation:\n${content.link}\n\n${terms}\n\n${unwanted}\n`,
    html: mailHtml({
      title: sentence,
      preview: terms,
      content: html`${mailLeadParagraph('Gaffer')} ${mailHeading(sentence)}
      ${mailButtons([{ label: 'Accept Invitation', url: content.link }])}
      ${mailNote(html`Or open this link:<br />${mailLink(content.link, content.link, 'faint')}`)} ${mailNote(terms)}
      ${mailNote(unwanted)}`,
    }),
  }
}

/** Returns the name if the message may contain it, otherwise null. */
type NameRule = (name: string) => string | null

function composeSentence(content: InvitationContent, nameIn: NameRule): string {
  const inviter = content.invitedBy === null ? null : nameIn(content.invitedBy)
  return `${inviter ?? 'Somebody'} invites you to ${composeJoinPhrase(content, nameIn)}`
}

function composeJoinPhrase({ bandName }: InvitationContent, nameIn: NameRule): string {
  return `join ${nameIn(bandName) ?? fallbackBandName} on Gaffer`
}

function formatExpiry({ until }: InvitationContent): string {
  return formatDate(until.slice(0, 10))
}
