import { expect, test } from 'vitest'
import { composeInvitationMail, composeInvitationText } from './message-text.ts'

const words = {
  bandName: '<b>Tom & "Jerry"</b>',
  invitedBy: 'Dee',
  link: 'https://gaffer.example/invite/abc?x=1&y=2',
  until: '2027-03-05T10:00:00.000Z',
}

test('an invitation mail has the band name in the subject, the link in the text, and both escaped in the HTML', () => {
  const { subject, text, html } = composeInvitationMail(words)
  expect(subject).toBe('You are invited to join <b>Tom & "Jerry"</b> on Gaffer')
  expect(text).toContain(`Accept the invitation:\n${words.link}\n`)
  expect(text).toContain('once, until 05/03/2027')
  expect(html).toContain('Dee invites you to join &lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt; on Gaffer')
  expect(html).toContain('href="https://gaffer.example/invite/abc?x=1&amp;y=2"')
  expect(html).not.toMatch(/<b>Tom|<script|<img|<link|@import/)
})

test.each(['verify at 1.1.1.1/x', 'evil．com', 'Call 09061234567 now', 'https://evil.example', 'éviter.рф'])(
  'an invitation text and mail leave out the band and member name "%s"',
  (name) => {
    const spoofed = { ...words, bandName: name, invitedBy: name }
    expect(composeInvitationText(spoofed)).toMatch(
      /^Somebody invites you to join your band on Gaffer https:\/\/gaffer\.example\S+\n/,
    )
    const { subject, text, html } = composeInvitationMail(spoofed)
    expect(subject).toBe('You are invited to join your band on Gaffer')
    expect(text).toMatch(/^Somebody invites you to join your band on Gaffer\n/)
    expect(html).toContain('>Somebody invites you to join your band on Gaffer</h1>')
  },
)

test.each(['Mr. Brightside', 'AC/DC', 'Wham!'])(
  'an invitation mail names the band "%s", and an invitation text says "your band" instead',
  (bandName) => {
    expect(composeInvitationMail({ ...words, bandName }).subject).toBe(`You are invited to join ${bandName} on Gaffer`)
    expect(composeInvitationText({ ...words, bandName })).toMatch(/^Dee invites you to join your band on Gaffer /)
  },
)

test('an invitation text contains a band name that consists of letters, digits, spaces and apostrophes', () => {
  expect(composeInvitationText({ ...words, bandName: "Guns N' Roses 2" })).toMatch(
    /^Dee invites you to join Guns N' Roses 2 on Gaffer /,
  )
})
