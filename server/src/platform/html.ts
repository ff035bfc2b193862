// A template for pages and mails, whose values are escaped.

/** Markup that is escaped already. */
export class SafeHtml {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type HtmlValue = SafeHtml | string | number | null | readonly SafeHtml[]

/** The values are escaped, unless they are markup themselves. Null is left out. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  return new SafeHtml(String.raw({ raw: strings }, ...values.map(toMarkup)))
}

function toMarkup(value: HtmlValue): string {
  if (value === null) return ''
  if (value instanceof SafeHtml) return value.markup
  return typeof value === 'object' ? value.map(toMarkup).join('') : escapeHtml(String(value))
}

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character] as string)
}
