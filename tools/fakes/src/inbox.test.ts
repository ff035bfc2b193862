// The fake mail server and the joined inbox, over real SMTP and HTTP.

import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCombinedInbox } from './inbox.ts'
import { startFakeSmtp, type FakeSmtp } from './smtp.ts'
import { startFakeTwilio, type FakeTwilio } from './twilio.ts'

let smtp: FakeSmtp
let twilio: FakeTwilio

beforeEach(async () => {
  ;[smtp, twilio] = await Promise.all([startFakeSmtp(), startFakeTwilio()])
})
afterEach(async () => {
  await Promise.all([smtp.close(), twilio.close()])
})

const mail = {
  from: 'Gaffer <gaffer@pretend.test>',
  to: 'ann@example.org',
  subject: 'Tickets – 20 £',
  text: 'Hello\nAnn',
  html: '<p>Hello</p>',
}

async function sendText(body: string) {
  await fetch(`${twilio.url}/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${twilio.accountSid}:${twilio.authToken}`)}` },
    body: new URLSearchParams({ To: '+447700900123', From: 'Gaffer', Body: body }),
  })
}

test('the fake SMTP server parses the non-ASCII subject, the text and the HTML part of a mail', async () => {
  await createTransport(smtp.url).sendMail(mail)
  expect(smtp.messages()).toEqual([
    expect.objectContaining({ to: ['ann@example.org'], from: 'gaffer@pretend.test', subject: 'Tickets – 20 £' }),
  ])
  expect(smtp.messages()[0]?.text?.trim()).toBe('Hello\nAnn')
  expect(smtp.messages()[0]?.html?.trim()).toBe('<p>Hello</p>')
})

test('the fake SMTP server counts mails by recipient and Message-ID', async () => {
  const transport = createTransport(smtp.url)
  const first = { ...mail, messageId: '<one@gaffer.test>' }
  await transport.sendMail(first)
  await transport.sendMail({ ...first, to: ['ann@example.org', 'ben@example.org'] })
  await transport.sendMail({ ...first, messageId: '<two@gaffer.test>' })
  expect(smtp.deliveries()).toEqual([
    { to: 'ann@example.org', key: '<one@gaffer.test>', count: 2 },
    { to: 'ben@example.org', key: '<one@gaffer.test>', count: 1 },
    { to: 'ann@example.org', key: '<two@gaffer.test>', count: 1 },
  ])
  smtp.clear()
  expect(smtp.deliveries()).toEqual([])
})

test('the fake Twilio counts texts by number and text', async () => {
  for (const body of ['Hello', 'Hello', 'Bye']) await sendText(body)
  expect(twilio.deliveries()).toEqual([
    { to: '+447700900123', key: 'Hello', count: 2 },
    { to: '+447700900123', key: 'Bye', count: 1 },
  ])
  twilio.clear()
  expect(twilio.deliveries()).toEqual([])
})

test('the fake SMTP server refuses a wrong password', async () => {
  const wrong = smtp.url.replace(/:[0-9a-f]+@/, ':wrong@')
  await expect(createTransport(wrong).sendMail(mail)).rejects.toMatchObject({ responseCode: 535 })
  expect(smtp.messages()).toEqual([])
})

test('the inbox lists texts and mails newest first, and a mail to two recipients twice', async () => {
  const inbox = createCombinedInbox({ sms: twilio, mail: smtp })
  await sendText('one')
  await sendText('two')
  await new Promise((resolve) => setTimeout(resolve, 5))
  await createTransport(smtp.url).sendMail({ ...mail, to: 'ann@example.org, bob@example.org' })
  expect(inbox.messages().map(({ channel, to, subject, text: body }) => [channel, to, subject, body.trim()])).toEqual([
    ['email', 'ann@example.org', 'Tickets – 20 £', 'Hello\nAnn'],
    ['email', 'bob@example.org', 'Tickets – 20 £', 'Hello\nAnn'],
    ['sms', '+447700900123', null, 'two'],
    ['sms', '+447700900123', null, 'one'],
  ])
  expect(new Set(inbox.messages().map(({ id }) => id)).size).toBe(4)
  inbox.clear()
  expect(inbox.messages()).toEqual([])
})

test('an inbox with one fake provider lists its messages, and an inbox without providers is empty', async () => {
  const inbox = createCombinedInbox({ sms: null, mail: smtp })
  expect(inbox.messages()).toEqual([])
  await createTransport(smtp.url).sendMail(mail)
  expect(inbox.messages()).toMatchObject([{ channel: 'email', to: 'ann@example.org', subject: 'Tickets – 20 £' }])
  expect(createCombinedInbox({ sms: null, mail: null }).messages()).toEqual([])
})
