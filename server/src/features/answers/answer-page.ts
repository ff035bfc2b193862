// The page of an answer link: a plain form that works without scripts and without a sign-in.

import { answerRefusalMessageFor } from '@gaffer/domain/answers/answer-refusal'
import { answerLabels } from '@gaffer/domain/events/event-labels'
import { answerValues, type AnswerValue } from '@gaffer/domain/events/event'
import { eventTypeLabels } from '@gaffer/domain/shared/event-type'
import { limits } from '@gaffer/domain/shared/limits'
import { dateAndTimeInWords } from '@gaffer/domain/shared/short-dates'
import { renderHtmlPage } from '#http/pages/html-page.ts'
import { html, type SafeHtml } from '#platform/html.ts'
import type { AnswerLinkRow } from './store.ts'

/** `suggested` is the answer of the opened link: its button is highlighted, but not pressed. An unknown value is ignored. */
export function renderAnswerPage(link: AnswerLinkRow, suggested: string | undefined, now: Date): string {
  const refusal = answerRefusalMessageFor(link, now)
  const chosen = answerValues.find((value) => value === suggested) ?? null
  const title = refusal ?? 'Can you make it?'
  return renderHtmlPage(
    title,
    html`<h1>${title}</h1>
      ${renderFacts(link)}${chosen && !refusal ? html`<p>Press ${answerLabels[chosen]} to answer.</p>` : null}
      ${refusal ? null : renderForm(link, chosen)}`,
  )
}

export function renderAnsweredPage(link: AnswerLinkRow): string {
  const title = `Thanks, ${link.displayName}. You said ${link.answer && answerLabels[link.answer]}.`
  return renderHtmlPage(
    title,
    html`<h1>${title}</h1>
      ${renderFacts(link)}
      <p>Something changed? Answer again.</p>
      ${renderForm(link, null)}`,
  )
}

function renderFacts(link: AnswerLinkRow): SafeHtml {
  const { title, type, place, bandName, displayName, answer, comment, isStale } = link
  const answerText = answer === null ? 'None yet' : `${answerLabels[answer]}${isStale ? ' (before the change)' : ''}`
  return html`<dl>
    ${renderFact(eventTypeLabels[type], title ?? eventTypeLabels[type])} ${renderFact('When', dateAndTimeInWords(link))}
    ${place === null ? null : renderFact('Where', place)} ${renderFact('Band', bandName)}
    ${renderFact(`Answer of ${displayName}`, comment ? `${answerText} · ${comment}` : answerText)}
  </dl>`
}

function renderFact(name: string, value: string): SafeHtml {
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`
}

/**
 * The comment field is a text area, because Enter in an input would press the first button. The field starts empty: otherwise each button
 * would send the stored comment again, also with a different answer.
 */
function renderForm({ answer }: AnswerLinkRow, suggested: AnswerValue | null): SafeHtml {
  const current = suggested ?? answer
  return html`<form method="post">
    <label for="comment">Comment (optional)</label>
    <textarea id="comment" name="comment" rows="2" maxlength="${limits.commentLength}"></textarea>
    <div class="row">${answerValues.map((value) => renderButton(value, value === current))}</div>
  </form>`
}

function renderButton(value: AnswerValue, isMain: boolean): SafeHtml {
  return html`<button class="${isMain ? 'main' : 'plain'}" name="answer" value="${value}">
    ${answerLabels[value]}
  </button>`
}
