// The words of invitations: what names may do in them, and that the mail holds in every client.

import { expect, test } from 'vitest'
import { invitationMail, invitationText } from './message-text.ts'

const words = {
  bandName: '<b>Tom & "Jerry"</b>',
  invitedBy: 'Dee',
  link: 'https://gaffer.example/invite/abc?x=1&y=2',
  until: '2027-03-05T10:00:00.000Z',
}

test('the mail says the same in text and HTML, with the link in both', () => {
  const { subject, text, html } = invitationMail(words)
  expect(subject).toBe('Dee invites you to join <b>Tom & "Jerry"</b> on Gaffer')
  expect(text).toContain(`Accept the invitation:\n${words.link}\n`)
  expect(text).toContain('once, until 05/03/2027')
  expect(html).toContain('Dee invites you to join &lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt; on Gaffer')
  expect(html).toContain('href="https://gaffer.example/invite/abc?x=1&amp;y=2"')
  expect(html).not.toMatch(/<b>|<script|<img|<link|class=|@import/)
})

test.each(['https://evil.example', 'Win at evil.example', 'WWW.evil', 'Refund//gov.uk/pay', 'éviter.рф'])(
  'a name like "%s" is left out',
  (name) => {
    expect(invitationText({ ...words, bandName: name, invitedBy: name })).toMatch(
      /^Somebody invites you to join a band on Gaffer https:\/\/gaffer\.example/,
    )
  },
)

test.each(['Mr. Brightside', 'R.E.M.', 'M.I.A.', 'Ms. Jones & Co.'])('a name like "%s" is a name', (name) => {
  expect(invitationText({ ...words, bandName: name })).toContain(`join ${name} on Gaffer`)
})

test('a founder is invited to start a band', () => {
  expect(invitationText({ ...words, bandName: null, invitedBy: null })).toMatch(/^You are invited to start your band/)
})
