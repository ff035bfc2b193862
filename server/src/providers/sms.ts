// Sends one text message through Twilio's Messages call. Knows Twilio's protocol; refuses to know why a
// message is sent, whether it may be, and what to do when it fails. Never repeats a recipient or a text.

import { ProviderError, neverConnected, type ProviderFailure } from './provider-error.ts'
import { readAtMost } from './read-at-most.ts'
import { readRetryAfter } from './retry-after.ts'

/** `to` is E.164. `reference` names the attempt in errors and logs, so it must not be personal. */
export type SmsMessage = { to: string; body: string; reference: string }

export type SmsSender = {
  /** Resolves once the provider has taken the message; rejects with an ProviderError. */
  send(message: SmsMessage): Promise<void>
}

export type TwilioSettings = {
  apiUrl: string
  accountSid: string
  authToken: string
  /** A number, an alphanumeric sender, or a messaging service (MG…). */
  from: string
  /** The whole call, reply read: milliseconds. */
  timeoutMs?: number
}

/** The service's own word that it did not take the message; what stands in front of it, as 502 and 504, cannot know. */
const putOff = new Set([429, 500, 503])

export function twilioSms({ apiUrl, accountSid, authToken, from, timeoutMs = 5000 }: TwilioSettings): SmsSender {
  const base = apiUrl.replace(/\/+$/, '')
  const url = `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    accept: 'application/json',
    // A fresh connection each time: one kept alive may be closed by the other side just as we write, and
    // then nobody knows whether the message was taken.
    connection: 'close',
  }
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'

  return {
    async send({ to, body, reference }) {
      const fail = (failure: ProviderFailure, detail: string, retryAfterSeconds: number | null = null) =>
        new ProviderError({ service: 'sms', failure, reference, detail, retryAfterSeconds })

      let response: Response
      let reply: Reply
      try {
        response = await fetch(url, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ To: to, [sender]: from, Body: body }),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        reply = await readReply(response)
      } catch (error) {
        if (neverConnected(error instanceof Error ? error.cause : error)) throw fail('unreachable', 'no connection')
        throw fail('ambiguous', isTimeout(error) ? `no answer within ${timeoutMs} ms` : 'connection lost')
      }

      const { status } = response
      const code = reply.code === null ? '' : `, code ${reply.code}`
      if (putOff.has(status))
        throw fail('busy', `HTTP ${status}${code}`, readRetryAfter(response.headers.get('retry-after')))
      if (status >= 500 || status === 408) throw fail('ambiguous', `HTTP ${status}${code}`)
      if (status >= 300) throw fail('refused', `HTTP ${status}${code}`)
      if (reply.status === 'failed') throw fail('refused', `message failed${code}`)
      if (!reply.hasSid) throw fail('ambiguous', `HTTP ${status} without a message id`)
    },
  }
}

/** The few facts worth having from a reply. Its words are left unread: Twilio's errors repeat the number. */
type Reply = { hasSid: boolean; status: string | null; code: number | null }

async function readReply(response: Response): Promise<Reply> {
  const fields = parseObject(await readAtMost(response))
  const { sid, status, code, error_code: errorCode } = fields
  return {
    hasSid: typeof sid === 'string' && /^(SM|MM)[0-9a-f]{32}$/i.test(sid),
    status: typeof status === 'string' ? status : null,
    code: [code, errorCode].find((value): value is number => Number.isInteger(value)) ?? null,
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // Rubbish has no facts in it; the caller decides what that means for its status code.
    return {}
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'
