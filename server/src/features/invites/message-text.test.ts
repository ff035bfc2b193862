// The words of invitations: what names may do in them, and that the mail holds in every client.

import { expect, test } from 'vitest'
import { invitationMail, invitationText } from './message-text.ts'

const words = {
  bandName: '<b>Tom & "Jerry"</b>',
  invitedBy: 'Dee',
  link: 'https://gaffer.example/invite/abc?x=1&y=2',
  until: '2027-03-05T10:00:00.000Z',
}

test('the mail says the same in text and HTML, with the link in both, and its subject names the band alone', () => {
  const { subject, text, html } = invitationMail(words)
  expect(subject).toBe('You are invited to join <b>Tom & "Jerry"</b> on Gaffer')
  expect(text).toContain(`Accept the invitation:\n${words.link}\n`)
  expect(text).toContain('once, until 05/03/2027')
  expect(html).toContain('Dee invites you to join &lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt; on Gaffer')
  expect(html).toContain('href="https://gaffer.example/invite/abc?x=1&amp;y=2"')
  expect(html).not.toMatch(/<b>|<script|<img|<link|class=|@import/)
})

test.each(['verify at 1.1.1.1/x', 'evil．com', 'Call 09061234567 now', 'https://evil.example', 'éviter.рф'])(
  'a text and a mail leave out the name "%s", of a band or a member',
  (name) => {
    const spoofed = { ...words, bandName: name, invitedBy: name }
    expect(invitationText(spoofed)).toMatch(
      /^Somebody invites you to join your band on Gaffer https:\/\/gaffer\.example\S+\n/,
    )
    const { subject, text, html } = invitationMail(spoofed)
    expect(subject).toBe('You are invited to join your band on Gaffer')
    expect(text).toMatch(/^Somebody invites you to join your band on Gaffer\n/)
    expect(html).toContain('>Somebody invites you to join your band on Gaffer</h1>')
  },
)

test.each(['Mr. Brightside', 'AC/DC', 'Wham!'])('a mail names "%s" and a text says "your band"', (bandName) => {
  expect(invitationMail({ ...words, bandName }).subject).toBe(`You are invited to join ${bandName} on Gaffer`)
  expect(invitationText({ ...words, bandName })).toMatch(/^Dee invites you to join your band on Gaffer /)
})

test('a text names a band of letters, digits and spaces', () => {
  expect(invitationText({ ...words, bandName: "Guns N' Roses 2" })).toMatch(
    /^Dee invites you to join Guns N' Roses 2 on Gaffer /,
  )
})

test('a founder is invited to start a band', () => {
  expect(invitationText({ ...words, bandName: null, invitedBy: null })).toMatch(/^You are invited to start your band/)
})
