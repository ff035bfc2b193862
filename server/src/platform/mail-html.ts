// The HTML of mails: one column without tables and images. Inline styles are for mail programs that ignore style elements, and the style
// element is for programs with a dark mode.

import { SafeHtml, html } from './html.ts'

const font = 'font-family:Arial,Helvetica,sans-serif;'
const ink = `${font}color:#15151a;`
const styles = {
  lead: `${ink}font-size:14px;line-height:20px;margin:0 0 12px;`,
  heading: `${ink}font-size:22px;line-height:28px;margin:0 0 16px;`,
  text: `${ink}font-size:16px;line-height:24px;margin:0 0 16px;`,
  small: `${font}color:#4b4b57;font-size:14px;line-height:20px;margin:0 0 12px;`,
  button: `${font}display:inline-block;margin:0 8px 12px 0;padding:13px 24px;background:#15151a;border:1px solid #15151a;border-radius:10px;color:#ffffff;font-size:16px;line-height:22px;font-weight:bold;text-decoration:none;`,
}

/** `preview` is what inboxes show beside the subject. */
export function mailHtml({ title, preview, content }: { title: string; preview: string; content: SafeHtml }): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${new SafeHtml(darkStyle)}
        </style>
      </head>
      <body class="back" style="margin:0;padding:24px 12px;background:#f7f7f9;">
        <div style="display:none;max-height:0;overflow:hidden;">${preview}</div>
        <div
          class="card"
          style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dcdce4;border-radius:12px;"
        >
          ${content}
        </div>
      </body>
    </html> `.markup
}

const darkStyle = `
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.back{background:#0e0e12!important}
.card{background:#17171d!important;border-color:#2e2e38!important}
.ink{color:#f4f4f7!important}
.faint{color:#b4b4c0!important}
.button{background:#f4f4f7!important;border-color:#f4f4f7!important;color:#15151a!important}
}`

export function mailLeadParagraph(text: string): SafeHtml {
  return html`<p class="ink" style="${styles.lead}"><b>${text}</b></p>`
}

export function mailHeading(text: string): SafeHtml {
  return html`<h1 class="ink" style="${styles.heading}">${text}</h1>`
}

export function mailParagraph(content: SafeHtml | string): SafeHtml {
  return html`<p class="ink" style="${styles.text}">${content}</p>`
}

export function mailNote(content: SafeHtml | string): SafeHtml {
  return html`<p class="faint" style="${styles.small}">${content}</p>`
}

export function mailButtons(buttons: readonly { label: string; url: string }[]): SafeHtml {
  const links = buttons.map(
    ({ label, url }) => html`<a class="button" href="${url}" style="${styles.button}">${label}</a>`,
  )
  return html`<p style="margin:0 0 8px;">${links}</p>`
}

/** A link in a `mailParagraph` (`ink`) or a `mailNote` (`faint`). */
export function mailLink(label: string, url: string, tone: 'ink' | 'faint' = 'ink'): SafeHtml {
  return html`<a class="${tone}" href="${url}" style="color:${tone === 'ink' ? '#15151a' : '#4b4b57'};">${label}</a>`
}
