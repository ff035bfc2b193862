// The page of an answer link: a plain form that works without scripts and without a sign-in.

import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import { answerLabels } from '@gaffer/domain/events/answer-labels'
import { answerValues, type AnswerValue } from '@gaffer/domain/events/event'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { dateAndTimeInWords } from '@gaffer/domain/shared/short-dates'
import { renderHtmlPage } from '#http/pages/html-page.ts'
import { html, type SafeHtml } from '#platform/html.ts'
import type { AnswerLinkRow } from './store.ts'

/** `suggested` is the answer whose link in the mail was opened: its button stands out, and still has to be pressed. */
export function renderAnswerPage(link: AnswerLinkRow, suggested: string | undefined, now: Date): string {
  const refusal = answerRefusalMessageFor(link, now)
  const chosen = answerValues.find((value) => value === suggested) ?? null
  const title = refusal ?? 'Can you make it?'
  return renderHtmlPage(
    title,
    html`<h1>${title}</h1>
      ${facts(link)}${chosen && !refusal ? html`<p>Press ${answerLabels[chosen]} to answer.</p>` : null}
      ${refusal ? null : form(link, chosen)}`,
  )
}

export function renderAnsweredPage(link: AnswerLinkRow): string {
  const title = `Thanks, ${link.displayName}. You said ${link.answer && answerLabels[link.answer]}.`
  return renderHtmlPage(
    title,
    html`<h1>${title}</h1>
      ${facts(link)}
      <p>Something changed? Answer again.</p>
      ${form(link, null)}`,
  )
}

function facts(link: AnswerLinkRow): SafeHtml {
  const { title, type, place, bandName, displayName, answer, comment, isStale } = link
  const own = answer === null ? 'None yet' : `${answerLabels[answer]}${isStale ? ' (before the change)' : ''}`
  return html`<dl>
    ${fact(eventTypeLabels[type], title ?? eventTypeLabels[type])} ${fact('When', dateAndTimeInWords(link))}
    ${place === null ? null : fact('Where', place)} ${fact('Band', bandName)}
    ${fact(`Answer of ${displayName}`, comment ? `${own} · ${comment}` : own)}
  </dl>`
}

function fact(name: string, value: string): SafeHtml {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`
}

/**
 * A text area, because Enter in an input would press the first button. It does not start with the stored comment: every button would send
 * it, also with a different answer.
 */
function form({ answer }: AnswerLinkRow, suggested: AnswerValue | null): SafeHtml {
  const current = suggested ?? answer
  return html`<form method="post">
    <label for="comment">Comment (optional)</label>
    <textarea id="comment" name="comment" rows="2" maxlength="${limits.commentLength}"></textarea>
    <div class="row">${answerValues.map((value) => button(value, value === current))}</div>
  </form>`
}

function button(value: AnswerValue, isMain: boolean): SafeHtml {
  return html`<button class="${isMain ? 'main' : 'plain'}" name="answer" value="${value}">
    ${answerLabels[value]}
  </button>`
}
