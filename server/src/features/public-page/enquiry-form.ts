// The form of the public page. Wrong fields are shown with what was typed.

import { limits } from '@gaffer/domain/shared/limits'
import { SafeHtml, html } from '#platform/html.ts'
import type { PageContent } from './page-content.ts'

/** `TimedDocument` replaces this text with the time of sending. No member can write it: quotation marks of members are escaped. */
export const openedPlaceholder = 'name="opened" value=""'

export type FormState = {
  typed: Record<string, string>
  dates: readonly string[]
  errors: Readonly<Record<string, string>>
  /** The error of the form as a whole. */
  refusal: string | null
}

export const emptyForm: FormState = { typed: {}, dates: [], errors: {}, refusal: null }

export function renderEnquiryForm({ name, slug, today }: PageContent, state: FormState): SafeHtml {
  const { refusal, errors } = state
  const field = (key: string, label: string, attributes: SafeHtml) => renderInput(state, key, label, attributes)
  return html`<section class="enquire" id="enquire">
    <h2>Book ${name}</h2>
    ${refusal === null ? null : html`<p class="bad" role="alert">${refusal}</p>`}
    <form method="post" action="/b/${slug}/enquiries#enquire">
      ${field('name', 'Your name', html`autocomplete="name" maxlength="${limits.nameLength}" required`)}
      ${field('email', 'Your email address', html`type="email" autocomplete="email" maxlength="${limits.emailLength}" required`)}
      ${field('occasion', 'What is it for?', html`maxlength="${limits.titleLength}" required`)}
      <fieldset>
        <legend>Which dates?</legend>
        ${renderError(errors['dates'], 'dates')}
        <div class="days">${renderDateInputs(state, today)}</div>
      </fieldset>
      ${field('place', 'Where? (optional)', html`maxlength="${limits.placeLength}"`)}
      <p>
        <label for="text">What should we know?</label>
        ${renderError(errors['text'], 'text')}
        <textarea
          id="text"
          name="text"
          rows="5"
          maxlength="${limits.enquiryLength}"
          required${renderErrorAttributes(errors['text'], 'text')}
        >
${escapeForTextarea(state.typed['text'] ?? '')}</textarea>
      </p>
      <p class="hp" aria-hidden="true">
        <label for="website">Leave this empty</label>
        <input id="website" name="website" tabindex="-1" autocomplete="off" />
      </p>
      <input type="hidden" ${new SafeHtml(openedPlaceholder)} />
      <button>Send</button>
      <p class="more">We send you a mail with a link. ${name} hears of you once you have opened it.</p>
    </form>
  </section>`
}

function renderInput({ typed, errors }: FormState, key: string, label: string, attributes: SafeHtml): SafeHtml {
  return html`<p>
    <label for="${key}">${label}</label>
    ${renderError(errors[key], key)}<input
      id="${key}"
      name="${key}"
      value="${typed[key] ?? ''}"
      ${attributes}${renderErrorAttributes(errors[key], key)}
    />
  </p>`
}

function renderDateInputs({ dates, errors }: FormState, today: string): SafeHtml[] {
  const shown = Math.min(limits.datesOfEnquiry, Math.max(3, dates.length + 1))
  return Array.from({ length: shown }, (_, at) => {
    const value = dates[at] ?? ''
    const isDate = /^\d{4}-\d\d-\d\d$/.test(value)
    return html`<input
      type="${value !== '' && !isDate ? 'text' : 'date'}"
      name="dates"
      aria-label="Date ${at + 1}"
      min="${today}"
      value="${value}"
      ${at === 0 ? html` required` : null}${renderErrorAttributes(errors['dates'], 'dates')}
    />`
  })
}

function renderError(error: string | undefined, key: string): SafeHtml | null {
  return error === undefined ? null : html`<span class="bad" id="${key}-error">${error}</span>`
}

function renderErrorAttributes(error: string | undefined, key: string): SafeHtml | null {
  return error === undefined ? null : html` aria-invalid="true" aria-describedby="${key}-error"`
}

/** Line breaks become entities, so that `removeIndents` in render-page.ts keeps them and the indents after them. */
function escapeForTextarea(text: string): SafeHtml {
  return new SafeHtml(html`${text}`.markup.replace(/\r\n|\r|\n/g, '&#10;'))
}

/** Returns the first message of each field. */
export function toFormErrors(issues: readonly { path: string; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.split('.')[0] ?? ''] ??= message
  return errors
}
