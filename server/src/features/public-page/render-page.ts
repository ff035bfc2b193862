// Renders the public page as HTML. The only script element has structured data, and no script runs.

import { createHash } from 'node:crypto'
import { limits } from '@gaffer/domain/shared/limits'
import { shorten } from '@gaffer/domain/shared/plain-text'
import { shortDate } from '@gaffer/domain/shared/short-dates'
import { SafeHtml, html } from '#platform/html.ts'
import { renderEnquiryForm, type FormState } from './enquiry-form.ts'
import { getPageColor, formatGigDays, formatIsoStart, formatGigTimes, type PageContent } from './page-content.ts'
import { composePageStyle } from './page-style.ts'
import { formatStructuredData } from './structured-data.ts'
import type { ListedGig } from './store.ts'

export type RenderedPage = { document: string; policy: string }

/** The most gigs that can fit into `limits.publicPageBytes`, however short their places are. */
const maxGigsShown = 80
/** The structured data keep this many gigs until the page itself shows fewer. */
const minGigsInStructuredData = 3

/** Shows as many gigs as fit into `limits.publicPageBytes`. Shortens the structured data before the list of gigs. */
export function renderPage(page: PageContent, form: FormState | null): RenderedPage {
  const style = composePageStyle(getPageColor(page), page.name)
  for (
    let shownGigCount = Math.min(maxGigsShown, Math.max(page.coming.length, page.past.length));
    ;
    shownGigCount -= 1 + Math.floor(shownGigCount / 20)
  ) {
    for (const gigCountInData of new Set([
      shownGigCount,
      Math.ceil(shownGigCount / 2),
      Math.min(minGigsInStructuredData, shownGigCount),
    ])) {
      const document = removeIndents(renderDocument(page, { style, shownGigCount, gigCountInData, form }).markup)
      if (Buffer.byteLength(document) <= limits.publicPageBytes || shownGigCount < 1)
        return addPolicy(document, "'none'")
    }
  }
}

/** Adds a Content-Security-Policy that allows the style of the document by its hash, and no script. */
function addPolicy(document: string, frames: string): RenderedPage {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(document) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "form-action 'self'",
    // For Lighthouse, which fetches robots.txt from within the page.
    "connect-src 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frames}`,
  ].join('; ')
  return { document, policy }
}

type PageParts = { style: string; shownGigCount: number; gigCountInData: number; form: FormState | null }

function renderDocument(page: PageContent, { style, shownGigCount, gigCountInData, form }: PageParts): SafeHtml {
  const { name, url, coming, past } = page
  const description = composeDescription(page)
  const gigs = coming.slice(0, Math.max(1, shownGigCount))
  const unlistedCount = coming.length - gigs.length
  return html`<!doctype html>
    <html lang="en-GB" prefix="og: https://ogp.me/ns#">
      <head>
        ${renderHead(page, style)}
        <meta name="description" content="${description}" />
        <link rel="canonical" href="${url}" />
        <link rel="alternate" type="text/calendar" href="${url}.ics" title="Calendar" />
        <link rel="alternate" type="application/rss+xml" href="${url}.rss" title="Gigs" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content="${name}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:url" content="${url}" />
        <meta property="og:image" content="${url}/share.png" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta name="twitter:card" content="summary_large_image" />
        <script type="application/ld+json">
          ${new SafeHtml(formatStructuredData(page, gigs.slice(0, gigCountInData), shownGigCount < 1))}
        </script>
      </head>
      <body>
        <header>
          ${page.pictureUrl === null ? null : renderPicture(page.name, page.pictureUrl)}
          <div>
            <h1>${name}</h1>
            ${renderTagline(page)}
          </div>
        </header>
        <main>
          <h2>Gigs</h2>
          ${
            gigs.length === 0
              ? html`<p>No gigs at the moment.</p>`
              : html`<ol>
                  ${gigs.map((gig) => renderGig(page, gig))}
                </ol>`
          }
          ${unlistedCount > 0 ? html`<p class="more">And ${unlistedCount} more in the <a href="${url}.ics">calendar</a>.</p>` : null}
          ${
            page.bio === null
              ? null
              : html`<h2>About</h2>
                  ${renderParagraphs(page.bio)}`
          }
          ${renderLinks(page)} ${form === null ? null : renderEnquiryForm(page, form)}
          ${past.length === 0 ? null : renderPastGigs(page, past.slice(0, Math.max(1, Math.min(shownGigCount, past.length))))}
        </main>
        <footer class="feeds">
          <a href="${url}.ics">Calendar feed</a> · <a href="${url}.rss">RSS</a> · Made with <a href="/">Gaffer</a>
        </footer>
      </body>
    </html> `
}

function renderHead({ name, today }: PageContent, style: string): SafeHtml {
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <title>${name} · Gigs ${today.slice(0, 4)}</title>
    <style>
      ${new SafeHtml(style)}
    </style>`
}

function renderPicture(name: string, url: string): SafeHtml {
  return html`<img src="${url}" alt="${name}" width="720" height="540" fetchpriority="high" />`
}

/** The home town and the genres, such as "Hebden Bridge · Soul, Motown". */
function renderTagline({ hometown, genres }: PageContent): SafeHtml | null {
  const parts = [hometown, genres.join(', ')].filter((part) => part !== null && part !== '')
  return parts.length === 0 ? null : html`<p>${parts.join(' · ')}</p>`
}

function composeDescription({ name, bio, coming }: PageContent): string {
  const [next] = coming
  const when = next ? `Next: ${shortDate(next.date)}${next.venue === null ? '' : `, ${next.venue}`}. ` : ''
  return shorten(when + (bio ?? `Gigs of ${name}.`), 200)
}

function renderParagraphs(text: string): SafeHtml[] {
  return text.split('\n\n').map((paragraph) => {
    const [first = '', ...others] = paragraph.split('\n')
    return html`<p>${first}${others.map((line) => html`<br />${line}`)}</p>`
  })
}

function renderLinks({ links }: PageContent): SafeHtml | null {
  if (links.length === 0) return null
  return html`<h2>Links</h2>
    <ul class="links">
      ${links.map(({ label, url }) => html`<li><a href="${url}" rel="nofollow ugc">${label}</a></li>`)}
    </ul>`
}

function renderPastGigs(page: PageContent, past: readonly ListedGig[]): SafeHtml {
  return html`<section class="past">
    <h2>Earlier gigs</h2>
    <ol>
      ${past.map((gig) => renderGig(page, { ...gig, ticketUrl: null, priceText: null }))}
    </ol>
  </section>`
}

/** Renders a gig. The year is shown only if it is not the present year. */
function renderGig({ today }: PageContent, gig: ListedGig): SafeHtml {
  const [weekday, day, month] = shortDate(gig.date).split(' ') as [string, string, string]
  const year = gig.date.slice(0, 4)
  const isLong = gig.endDate !== null && gig.endDate !== gig.date
  const facts = [isLong ? formatGigDays(gig) : formatGigTimes(gig), gig.priceText].filter((fact) => fact !== null)
  return html`<li class="gig">
    <time datetime="${formatIsoStart(gig)}"
      >${weekday} <b>${day}</b> ${month}${year === today.slice(0, 4) ? null : ` ${year}`}</time
    >
    <div>
      <strong>${gig.venue ?? 'Place to be announced'}</strong
      >${facts.length > 0 ? html`<p>${facts.join(' · ')}</p>` : null}
    </div>
    ${gig.ticketUrl === null ? null : renderTicketButton(gig.ticketUrl, gig)}
  </li>`
}

function renderTicketButton(url: string, gig: ListedGig): SafeHtml {
  return html`<a class="button" href="${url}" rel="nofollow ugc" aria-label="Tickets, ${formatGigDays(gig)}"
    >Tickets</a
  >`
}

/** Renders only the next 12 gigs, for a frame in another web site. */
export function renderEmbed(page: PageContent): RenderedPage {
  const style = composePageStyle(getPageColor(page), page.name)
  const { coming, url, name } = page
  const document = html`<!doctype html>
    <html lang="en-GB">
      <head>
        ${renderHead(page, style)}
        <base target="_blank" />
        <meta name="robots" content="noindex" />
        <link rel="canonical" href="${url}" />
      </head>
      <body>
        <main>
          <h2><a href="${url}" rel="noopener">${name}</a></h2>
          ${
            coming.length === 0
              ? html`<p>No gigs at the moment.</p>`
              : html`<ol>
                  ${coming.slice(0, 12).map((gig) => renderGig(page, gig))}
                </ol>`
          }
        </main>
      </body>
    </html> `
  return addPolicy(removeIndents(document.markup), '*')
}

/** Leaves out the indents of the templates. Texts of members keep their indents, because their line breaks are elements or entities. */
function removeIndents(document: string): string {
  return document
    .replace(/\n\s*/g, '\n')
    .replace(/\n(?=>)|(?<=>)\n(?=<)/g, '')
    .trim()
}
