// The pages of an unsubscribe link. They show nothing about the account, because a mail with the link may be forwarded.

import { noticeGroupLabels, type NoticeGroup } from '@gaffer/domain/notices/notice'
import { renderHtmlPage } from '#http/pages/html-page.ts'
import { html } from '#platform/html.ts'

export function renderUnsubscribeForm(group: NoticeGroup): string {
  const title = `Stop mail about “${noticeGroupLabels[group]}”?`
  return renderHtmlPage(
    title,
    html`<h1>${title}</h1>
      <p>You still find these notices in Gaffer, under the bell.</p>
      <form method="post">
        <button class="main" name="List-Unsubscribe" value="One-Click">Stop these mails</button>
      </form>
      ${settingsLink}`,
  )
}

export function renderUnsubscribedPage(group: NoticeGroup): string {
  const title = `No more mail about “${noticeGroupLabels[group]}”`
  return renderHtmlPage(
    title,
    html`<h1>${title}</h1>
      <p>You still find these notices in Gaffer, under the bell. You can turn the mail on again in your profile.</p>
      ${settingsLink}`,
  )
}

const settingsLink = html`<p><a href="/profile/notices">Change what you are told</a></p>`
