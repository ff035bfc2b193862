// Sends one text message through Twilio's Messages API. Errors contain no recipient or text.

import { failureOfStatus, ProviderError, type ProviderFailure } from './provider-error.ts'
import { unlimitedReach } from './public-address.ts'
import { failureOfReason, fetchPublic, PublicFetchError, type PublicResponse } from './public-fetch.ts'
import { maxReplyBytes, parseJsonOrUndefined } from './read-response-text.ts'
import { parseRetryAfter } from './retry-after.ts'

/** `to` is in E.164 format. `reference` identifies the attempt in errors and logs: no personal data. */
export type SmsMessage = { to: string; body: string; reference: string }

export type SmsSender = {
  /** Resolves once Twilio has accepted the message. Rejects with a ProviderError. */
  send(message: SmsMessage): Promise<void>
}

export type TwilioSettings = {
  apiUrl: string
  accountSid: string
  authToken: string
  /** A number, an alphanumeric sender or a messaging service (MG…). */
  from: string
  /** Milliseconds for the whole request, response body included. */
  timeoutMs?: number
}

export function createTwilioSmsSender({
  apiUrl,
  accountSid,
  authToken,
  from,
  timeoutMs = 5000,
}: TwilioSettings): SmsSender {
  const base = apiUrl.replace(/\/+$/, '')
  const url = `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  }
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'

  return {
    async send({ to, body, reference }) {
      const createError = (failure: ProviderFailure, detail: string, retryAfterSeconds: number | null = null) =>
        new ProviderError({ service: 'sms', failure, reference, detail, retryAfterSeconds })

      let response: PublicResponse
      try {
        // `fetch` would take 5 MB: its HTTP parser is WebAssembly. No `connections`: a kept-alive one may close during the request, and
        // then it is unknown whether the message was accepted.
        response = await fetchPublic(url, {
          reach: unlimitedReach,
          method: 'POST',
          headers,
          body: Buffer.from(new URLSearchParams({ To: to, [sender]: from, Body: body }).toString()),
          timeoutMs,
          maxBytes: maxReplyBytes,
        })
      } catch (error) {
        if (!(error instanceof PublicFetchError)) throw error
        throw createError(failureOfReason(error.reason), error.message)
      }

      const { status } = response
      const reply = readReply(response)
      const code = reply.code === null ? '' : `, code ${reply.code}`
      const failure = failureOfStatus(status)
      if (failure) throw createError(failure, `HTTP ${status}${code}`, parseRetryAfter(response.headers))
      if (reply.status === 'failed') throw createError('refused', `message failed${code}`)
      if (!reply.hasSid) throw createError('ambiguous', `HTTP ${status} without a message id`)
    },
  }
}

/** Parts of Twilio's response. Its error texts are not read: they contain the phone number. */
type TwilioReply = { hasSid: boolean; status: string | null; code: number | null }

function readReply({ body }: PublicResponse): TwilioReply {
  const fields = (parseJsonOrUndefined(body.toString()) ?? {}) as Record<string, unknown>
  const { sid, status, code, error_code: errorCode } = fields
  return {
    hasSid: typeof sid === 'string' && /^(SM|MM)[0-9a-f]{32}$/i.test(sid),
    status: typeof status === 'string' ? status : null,
    code: [code, errorCode].find((value): value is number => Number.isInteger(value)) ?? null,
  }
}
