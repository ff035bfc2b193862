// The fake Twilio against Twilio's documented calls, over real HTTP.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakeTwilio, type FakeTwilio } from './twilio.ts'

let twilio: FakeTwilio

beforeEach(async () => {
  twilio = await startFakeTwilio()
})
afterEach(() => twilio.close())

function sendSms(fields: Record<string, string>, options: { token?: string; sid?: string } = {}): Promise<Response> {
  const sid = options.sid ?? twilio.accountSid
  return fetch(`${twilio.url}/2010-04-01/Accounts/${sid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${twilio.accountSid}:${options.token ?? twilio.authToken}`)}` },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(2000),
  })
}

const validSms = { To: '+447700900123', From: 'Gaffer', Body: 'Soundcheck at 5' }

describe('a valid message', () => {
  test('a valid message to the fake Twilio gets the response document of Twilio', async () => {
    const response = await sendSms({ ...validSms, From: '+447700900999' })
    const reply = (await response.json()) as Record<string, unknown>
    expect(response.status).toBe(201)
    expect(reply).toMatchObject({
      account_sid: twilio.accountSid,
      api_version: '2010-04-01',
      body: 'Soundcheck at 5',
      date_sent: null,
      direction: 'outbound-api',
      error_code: null,
      from: '+447700900999',
      messaging_service_sid: null,
      num_segments: '1',
      status: 'queued',
      to: '+447700900123',
      uri: `/2010-04-01/Accounts/${twilio.accountSid}/Messages/${String(reply['sid'])}.json`,
    })
    expect(reply['sid']).toMatch(/^SM[0-9a-f]{32}$/)
    expect(reply['date_created']).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000$/)
  })

  test('a message to the fake Twilio is stored until cleared, and readable in the process and over HTTP', async () => {
    await sendSms(validSms)
    await sendSms({ ...validSms, To: '+447700900124' })
    expect(twilio.messages().map((message) => message.to)).toEqual(['+447700900123', '+447700900124'])
    expect(twilio.messages()[0]).toMatchObject({ from: 'Gaffer', text: 'Soundcheck at 5' })
    expect(await (await fetch(`${twilio.url}/messages`)).json()).toEqual(twilio.messages())
    await fetch(`${twilio.url}/messages`, { method: 'DELETE' })
    expect(twilio.messages()).toEqual([])
  })

  test('a message to the fake Twilio can be sent from a messaging service', async () => {
    const response = await sendSms({ To: validSms.To, Body: validSms.Body, MessagingServiceSid: `MG${'a'.repeat(32)}` })
    expect(await response.json()).toMatchObject({ status: 'accepted', from: null, num_segments: '0' })
  })

  test('the response of the fake Twilio has the number of message segments', async () => {
    const long = await sendSms({ ...validSms, Body: 'a'.repeat(161) })
    const emoji = await sendSms({ ...validSms, Body: `${'a'.repeat(70)}🎸` })
    expect(await long.json()).toMatchObject({ num_segments: '2' })
    expect(await emoji.json()).toMatchObject({ num_segments: '2' })
  })
})

describe('an invalid request', () => {
  test.each([
    ['no recipient', { From: 'Gaffer', Body: 'x' }, 21604],
    ['an invalid recipient', { ...validSms, To: '07700900123' }, 21211],
    ['no sender', { To: validSms.To, Body: 'x' }, 21603],
    ['an invalid sender', { ...validSms, From: '12345678901234567890' }, 21212],
    ['no text', { To: validSms.To, From: 'Gaffer' }, 21602],
    ['too long a text', { ...validSms, Body: 'a'.repeat(1601) }, 21617],
  ])('the fake Twilio refuses a message with %s with the error code of Twilio', async (_what, fields, code) => {
    const response = await sendSms(fields)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code,
      status: 400,
      message: expect.any(String),
      more_info: `https://www.twilio.com/docs/errors/${code}`,
    })
    expect(twilio.messages()).toEqual([])
  })

  test('the fake Twilio refuses a wrong token or another account with 401', async () => {
    for (const response of [
      await sendSms(validSms, { token: 'wrong' }),
      await sendSms(validSms, { sid: `AC${'0'.repeat(32)}` }),
    ]) {
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ code: 20003, message: 'Authenticate', status: 401 })
    }
    expect(twilio.messages()).toEqual([])
  })
})

describe('the fake Twilio', () => {
  test('the fake Twilio fails the given number of times and then recovers', async () => {
    twilio.fail({ kind: 'status', status: 429, retryAfterSeconds: 7, times: 2 })
    const first = await sendSms(validSms)
    expect(first.status).toBe(429)
    expect(first.headers.get('retry-after')).toBe('7')
    expect(await first.json()).toMatchObject({ code: 20429, status: 429 })
    expect((await sendSms(validSms)).status).toBe(429)
    expect((await sendSms(validSms)).status).toBe(201)
  })

  test('with lateReply the fake Twilio stores the message and fails the response', async () => {
    twilio.fail({ kind: 'status', status: 500, lateReply: true })
    expect((await sendSms(validSms)).status).toBe(500)
    expect(twilio.messages()).toHaveLength(1)
    twilio.fail({ kind: 'reset', lateReply: true })
    await expect(sendSms(validSms)).rejects.toThrow('fetch failed')
    expect(twilio.messages()).toHaveLength(2)
  })

  test('the fake Twilio closes within a second while a request hangs', async () => {
    twilio.fail({ kind: 'hang' })
    const waiting = sendSms(validSms).catch(() => 'cut off')
    await new Promise((resolve) => setTimeout(resolve, 50))
    const began = performance.now()
    await twilio.close()
    // The request itself gives up after two seconds.
    expect(performance.now() - began).toBeLessThan(1_000)
    expect(await waiting).toBe('cut off')
  })

  test('a fault of the fake Twilio can be set and cleared over HTTP', async () => {
    const controlFault = (method: string, body?: object) =>
      fetch(`${twilio.url}/control/fault`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
    await controlFault('POST', { kind: 'rubbish' })
    expect(await (await sendSms(validSms)).text()).toContain('<html>')
    expect((await fetch(`${twilio.url}/messages`)).status).toBe(200)
    await controlFault('DELETE')
    expect((await sendSms(validSms)).status).toBe(201)
  })
})
