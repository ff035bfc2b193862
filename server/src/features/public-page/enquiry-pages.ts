// The page after the form, which is the same for every email address, and the pages of the link in the mail.

import { limits } from '@gaffer/domain/shared/limits'
import { renderHtmlPage } from '#http/pages/html-page.ts'
import { html } from '#platform/html.ts'

export function renderSentPage(bandName: string, slug: string): string {
  const title = 'Please look into your mail'
  return renderHtmlPage(
    title,
    html`<h1>${title}</h1>
      <p>
        We send a mail with a link to the address that you gave. ${bandName} hears of you once you have opened it,
        within ${limits.enquiryConfirmationHours} hours.
      </p>
      <p>Nothing came? Look among unwanted mails. We send one address one mail a day for each band.</p>
      <p><a href="/b/${slug}">Back to ${bandName}</a></p>`,
  )
}

export function renderConfirmPage(bandName: string): string {
  const title = `Send your enquiry to ${bandName}?`
  return renderHtmlPage(
    title,
    html`<h1>${title}</h1>
      <p>They get your name, your address and what you wrote, and answer you by mail.</p>
      <form method="post"><button class="main">Send</button></form>
      <p>It was not you? Close this page: nobody gets anything.</p>`,
  )
}

export function renderConfirmedPage(bandName: string, slug: string | null): string {
  const title = `${bandName} has your enquiry`
  return renderHtmlPage(
    title,
    html`<h1>${title}</h1>
      <p>They answer by mail.</p>
      ${slug === null ? null : html`<p><a href="/b/${slug}">Back to ${bandName}</a></p>`}`,
  )
}
