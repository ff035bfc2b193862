// Formats the mail of a notice, as plain text and as HTML with equal content.

import { answerLabels } from '@gaffer/domain/events/event-labels'
import { answerValues } from '@gaffer/domain/events/event'
import { isOptionsPath } from '@gaffer/domain/events/event-path'
import { noticeGroupByKind, noticeGroupLabels } from '@gaffer/domain/notices/notice'
import { dateAndTimeInWords, shortDateAndTime } from '@gaffer/domain/shared/short-dates'
import type { Services } from '#services.ts'
import { html } from '#platform/html.ts'
import {
  mailButtons,
  mailHeading,
  mailHtml,
  mailLeadParagraph,
  mailLink,
  mailNote,
  mailParagraph,
} from '#platform/mail-html.ts'
import type { MailMessage } from '#providers/mail.ts'
import type { MailedEvent, NoticeToMail } from './mail-store.ts'

type Link = { label: string; url: string }
type Fact = { name: string; value: string }
/** `date` is null if the mail asks about one date only. */
type Question = { date: string | null; answers: Link[] }

export function composeNoticeMail(
  { config, links }: Pick<Services, 'config' | 'links'>,
  notice: NoticeToMail,
): MailMessage {
  const { publicUrl } = config
  const { id, userId, kind, title, bandName, event } = notice
  const group = noticeGroupByKind[kind]
  const unsubscribeUrl = `${publicUrl}/unsubscribe/${links.signLink('unsubscribe', [userId], { boundTo: group })}`
  const parts: MailParts = {
    notice,
    recipient: [notice.displayName, bandName].filter(Boolean).join(' · '),
    facts: listFacts(notice),
    questions: listQuestions(publicUrl, links, notice),
    more: [{ label: selectAppLinkLabel(notice), url: publicUrl + notice.url }, ...listMapLinks(notice)],
    reason: `You get this because mail is on for “${noticeGroupLabels[group]}” in your Gaffer profile.`,
    settings: { label: 'Change what you are told', url: `${publicUrl}/profile/notices` },
    unsubscribe: { label: 'Unsubscribe', url: unsubscribeUrl },
  }
  const { hostname } = new URL(publicUrl)
  return {
    to: notice.email,
    subject: bandName === null ? title : `${title} · ${bandName}`,
    text: formatText(parts),
    html: formatHtml(parts),
    reference: id,
    messageId: `<notice-${id}@${hostname}>`,
    // An id that no mail has, but all mails about one event refer to, so that mail programs group them.
    ...(event && { inReplyTo: `<event-${event.id}@${hostname}>` }),
    unsubscribeUrl,
  }
}

function selectAppLinkLabel({ event, url }: NoticeToMail): string {
  if (isOptionsPath(url)) return 'See all dates in Gaffer'
  return event ? 'See the event in Gaffer' : 'Open Gaffer'
}

type MailParts = {
  notice: NoticeToMail
  /** The name and the band of the recipient: an address may belong to several accounts. */
  recipient: string
  facts: Fact[]
  questions: Question[]
  more: Link[]
  reason: string
  settings: Link
  unsubscribe: Link
}

/** Lists the dates that the notice is about. A question leaves out answered dates, unless the recipient has answered all of them. */
function listDates({ kind, event, dates }: NoticeToMail): MailedEvent[] {
  if (!isQuestion(kind) && kind !== 'event.added') return event ? [event] : []
  const waiting = dates.filter(({ isWaiting }) => isWaiting)
  return waiting.length > 0 ? waiting : dates
}

function isQuestion(kind: NoticeToMail['kind']): boolean {
  return kind === 'answer.asked' || kind === 'answer.nudge'
}

/** Lists date and place. Leaves out a place that the body names already, and the dates if each date has a question of its own. */
function listFacts(notice: NoticeToMail): Fact[] {
  const { kind, body } = notice
  const dates = listDates(notice)
  const when = dates.map((event) => ({ name: 'When', value: dateAndTimeInWords(event) }))
  const place = dates[0]?.place ?? null
  const where = place === null || body.includes(place) ? [] : [{ name: 'Where', value: place }]
  return [...(isQuestion(kind) && dates.length > 1 ? [] : when), ...where]
}

function listQuestions(publicUrl: string, links: Services['links'], notice: NoticeToMail): Question[] {
  const { kind, membershipId } = notice
  if (membershipId === null || !isQuestion(kind)) return []
  const dates = listDates(notice)
  return dates.map((event) => {
    const token = links.signLink('answer', [membershipId, event.id])
    const answers = answerValues.map((value) => ({
      label: answerLabels[value],
      url: `${publicUrl}/answer/${token}?answer=${value}`,
    }))
    return { date: dates.length > 1 ? shortDateAndTime(event) : null, answers }
  })
}

function listMapLinks({ kind, event }: NoticeToMail): Link[] {
  if (kind !== 'reminder' || !event?.place) return []
  const query = encodeURIComponent(event.place)
  return [{ label: 'Open in Maps', url: `https://www.google.com/maps/search/?api=1&query=${query}` }]
}

function formatText({ notice, recipient, facts, questions, more, reason, settings, unsubscribe }: MailParts): string {
  const blocks = [
    recipient,
    notice.title,
    notice.body,
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    ...questions.map(({ date, answers }) =>
      [`Your answer${date ? ` for ${date}` : ''}:`, ...answers.map(formatLink)].join('\n'),
    ),
    more.map(formatLink).join('\n'),
    // `-- ` begins a signature, which mail programs leave out of replies.
    ['-- ', reason, formatLink(settings), formatLink(unsubscribe)].join('\n'),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function formatLink({ label, url }: Link): string {
  return `${label}: ${url}`
}

function formatHtml({ notice, recipient, facts, questions, more, reason, settings, unsubscribe }: MailParts): string {
  const lines = facts.map(({ name, value }) => html`<b>${name}:</b> ${value}<br />`)
  return mailHtml({
    title: notice.title,
    preview: notice.body,
    content: html`${mailLeadParagraph(recipient)} ${mailHeading(notice.title)}
    ${notice.body === '' ? null : mailParagraph(notice.body)} ${lines.length > 0 ? mailParagraph(html`${lines}`) : null}
    ${questions.map(({ date, answers }) => html`${date && mailParagraph(html`<b>${date}</b>`)} ${mailButtons(answers)}`)}
    ${more.map(({ label, url }) => mailParagraph(mailLink(label, url)))} ${mailNote(reason)}
    ${mailNote(html`${mailLink(settings.label, settings.url, 'faint')} · ${mailLink(unsubscribe.label, unsubscribe.url, 'faint')}`)}`,
  })
}
