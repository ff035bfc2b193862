// Pages without scripts, such as those of links in mails: they open in any browser and without a sign-in.

import { SafeHtml, html } from '#platform/html.ts'
import type { RawReply } from '#http/pipeline/raw-reply.ts'

/** Without `cache-control`, which a hook of the app sets. */
export const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex, nofollow' }

export function createPageReply(document: string): RawReply {
  return { headers: pageHeaders, content: document }
}

/** The page for a refused request, with the message of the refusal as its heading. */
export function renderRefusalPage(sentence: string): string {
  return renderHtmlPage(
    sentence,
    html`<h1>${sentence}</h1>
      <p><a href="/">Open Gaffer</a></p>`,
  )
}

export function renderHtmlPage(title: string, content: SafeHtml): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title} · Gaffer</title>
        <link rel="icon" href="/favicon.svg" />
        <style>
          ${new SafeHtml(style)}
        </style>
      </head>
      <body>
        <main>
          <p class="name">Gaffer</p>
          ${content}
        </main>
      </body>
    </html> `.markup
}

// Copies the colours of web/src/app/tokens.css, because these pages load no style sheet.
const style = `
:root{color-scheme:light dark;--bg:#f7f7f9;--surface:#fff;--text:#15151a;--muted:#4b4b57;--control:#7a7a88;--hairline:#dcdce4;--accent:#a34800;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0e0e12;--surface:#17171d;--text:#f4f4f7;--muted:#b4b4c0;--control:#7c7c8c;--hairline:#2e2e38;--accent:#ffb224;--on-accent:#15151a}}
*{box-sizing:border-box}
body{margin:0;padding:24px 16px;background:var(--bg);color:var(--text);font:17px/26px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main{max-width:480px;margin:0 auto}
p,h1,dl,form{margin:0 0 16px}
.name{font-weight:700;color:var(--muted)}
h1{font-size:26px;line-height:34px}
dl{padding:16px;background:var(--surface);border:1px solid var(--hairline);border-radius:12px}
dt{font-size:16px;line-height:22px;color:var(--muted)}
dd{margin:0 0 12px}
dd:last-child{margin-bottom:0}
a{color:var(--accent)}
label{display:block;margin-bottom:6px}
textarea{display:block;width:100%;min-height:56px;margin-bottom:16px;padding:12px;border:1px solid var(--control);border-radius:12px;background:var(--surface);color:inherit;font:inherit}
button{display:block;width:100%;min-height:56px;margin-bottom:12px;padding:0 20px;border:1px solid var(--control);border-radius:12px;background:var(--surface);color:inherit;font:inherit;font-weight:600;cursor:pointer}
.row{display:grid;grid-template-columns:repeat(3,1fr);gap:12px}
.row button{padding:0 4px}
button.main{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
`
