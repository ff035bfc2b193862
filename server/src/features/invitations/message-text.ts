// The HTML works in every mail client: one column, inline styles, no images, and the link repeated as text.

import { displayDate } from '@gaffer/domain/dates'
import { nameInMail, nameInText, unnamedBand } from '@gaffer/domain/names-in-messages'
import { escapeHtml } from '#platform/escape-html.ts'

/** `until` is ISO 8601. `bandName` is null for a founder, `invitedBy` for an operator or an unknown inviter. */
export type InvitationContent = { bandName: string | null; invitedBy: string | null; link: string; until: string }

export function invitationText(content: InvitationContent): string {
  return `${invitationSentence(content, nameInText)} ${content.link}\nWorks once, until ${day(content)}.`
}

export function invitationMail(content: InvitationContent): { subject: string; text: string; html: string } {
  const sentence = invitationSentence(content, nameInMail)
  const terms = `The link works once, until ${day(content)}. Joining requires phone verification.`
  const unwanted = 'You can ignore this mail if you do not know what it is about.'
  return {
    // The band name is the only text of a member in the subject.
    subject: `You are invited to ${purpose(content, nameInMail)}`,
    text: `${sentence}\n\nAccept the invitation:\n${content.link}\n\n${terms}\n\n${unwanted}\n`,
    html: page(sentence, content.link, [terms, unwanted]),
  }
}

/** Returns the name if the message may contain it, otherwise null. */
type NameRule = (name: string) => string | null

function invitationSentence(content: InvitationContent, nameIn: NameRule): string {
  if (content.bandName === null) return `You are invited to ${purpose(content, nameIn)}`
  const inviter = content.invitedBy === null ? null : nameIn(content.invitedBy)
  return `${inviter ?? 'Somebody'} invites you to ${purpose(content, nameIn)}`
}

function purpose({ bandName }: InvitationContent, nameIn: NameRule): string {
  if (bandName === null) return 'start your band on Gaffer'
  return `join ${nameIn(bandName) ?? unnamedBand} on Gaffer`
}

function day({ until }: InvitationContent): string {
  return displayDate(until.slice(0, 10))
}

function page(heading: string, link: string, notes: string[]): string {
  const font = 'font-family:Arial,Helvetica,sans-serif;color:#15151a;'
  const small = `${font}font-size:14px;line-height:20px;color:#4b4b57;margin:0 0 12px;`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;padding:24px;background:#f7f7f9;">
<div style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dcdce4;">
<p style="${font}font-size:14px;font-weight:bold;margin:0 0 16px;">Gaffer</p>
<h1 style="${font}font-size:22px;line-height:28px;margin:0 0 20px;">${escapeHtml(heading)}</h1>
<p style="margin:0 0 20px;"><a href="${escapeHtml(link)}" style="${font}display:inline-block;padding:14px 22px;background:#15151a;color:#ffffff;font-size:16px;font-weight:bold;text-decoration:none;">Accept Invitation</a></p>
<p style="${small}word-break:break-all;">Or open this link:<br><a href="${escapeHtml(link)}" style="color:#15151a;">${escapeHtml(link)}</a></p>
${notes.map((note) => `<p style="${small}">${escapeHtml(note)}</p>`).join('\n')}
</div>
</body>
</html>
`
}
