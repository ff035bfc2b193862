// Sends one mail over SMTP with nodemailer. Errors contain no recipient, subject or text.

import { createTransport } from 'nodemailer'
import { ProviderError, hasNeverConnected, type ProviderFailure } from './provider-error.ts'

export type MailMessage = {
  /** One address without a name. */
  to: string
  subject: string
  text: string
  html: string
  /** Identifies the attempt in errors and logs: no personal data. */
  reference: string
  /** `<id@host>`. A retry with the same id lets mail programs recognise a duplicate. The default is a random one. */
  messageId?: string
  /** The `messageId` of the first mail of the conversation. */
  inReplyTo?: string
  /** The URL that unsubscribes with one click (RFC 8058). */
  unsubscribeUrl?: string
}

export type MailSender = {
  /** Resolves once the server has accepted the mail. Rejects with a ProviderError. */
  send(message: MailMessage): Promise<void>
}

export type SmtpSettings = {
  /** smtp:// or smtps://, with user and password. */
  url: string
  /** For example `Gaffer <gaffer@example.org>`. */
  from: string
  /** Milliseconds for the whole delivery. */
  timeoutMs?: number
}

/**
 * A server other than loopback must support TLS, otherwise nothing is sent. `?requireTLS=false` in the URL allows a relay without
 * TLS on a private network.
 */
export function createSmtpMailSender({ url, from, timeoutMs = 5000 }: SmtpSettings): MailSender {
  const transport = createTransport({
    url: requireTls(url),
    // Shorter than the whole delivery, so that the failure of an unreachable server is `unreachable`, which is retried.
    connectionTimeout: timeoutMs * 0.6,
    greetingTimeout: timeoutMs * 0.6,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs * 0.6,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send({ to, subject, text, html, reference, messageId, inReplyTo, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          from,
          // An object, because nodemailer splits a string at commas.
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(messageId && { messageId }),
          ...(inReplyTo && { inReplyTo, references: inReplyTo }),
          ...(unsubscribeUrl && {
            list: { unsubscribe: { url: unsubscribeUrl } },
            headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
          }),
          signal: AbortSignal.timeout(timeoutMs),
        })
      } catch (error) {
        const { failure, detail } = classifyFailure(error as SmtpError)
        throw new ProviderError({ service: 'mail', failure, reference, detail })
      }
    },
  }
}

type SmtpError = Error & {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  timeoutType?: string
}

const connectionErrors = new Set(['EDNS', 'ETLS', 'EPROXY'])
const clientErrors = new Set(['EENVELOPE', 'ENOAUTH', 'EAUTH', 'ECONFIG', 'EREQUIRETLS'])

/** With a reply code the server has rejected the mail (RFC 5321 4.2.1): 4yz temporarily, 5yz permanently. */
function classifyFailure(error: SmtpError): { failure: ProviderFailure; detail: string } {
  const { code = '', responseCode, timeoutType } = error
  if (isUnknownAddress(error)) return { failure: 'bounced', detail: `SMTP ${responseCode} for the recipient` }
  if (responseCode !== undefined && responseCode >= 500) return { failure: 'refused', detail: `SMTP ${responseCode}` }
  if (responseCode !== undefined && responseCode >= 400) return { failure: 'busy', detail: `SMTP ${responseCode}` }
  if (timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT')
    return { failure: 'unreachable', detail: 'no greeting in time' }
  if (connectionErrors.has(code) || hasNeverConnected(error)) return { failure: 'unreachable', detail: 'no connection' }
  if (clientErrors.has(code)) return { failure: 'refused', detail: 'the mail or the settings are not valid' }
  return { failure: 'ambiguous', detail: 'connection lost or silent after the mail was begun' }
}

/**
 * Whether the server refuses the recipient for good because of the address. With 5.7.1 and 554 the server refuses the sender, for example
 * because it relays none of the sender's mails: the address may be fine.
 */
function isUnknownAddress({ command, response = '', responseCode = 0 }: SmtpError): boolean {
  if (command !== 'RCPT TO' || responseCode < 500) return false
  // RFC 3463. The reply's text contains the address, so nothing else of it is read.
  const enhancedStatusCode = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return enhancedStatusCode === undefined
    ? [550, 551, 553].includes(responseCode)
    : /^5\.(1\.\d+|2\.1)$/.test(enhancedStatusCode)
}

function requireTls(address: string): string {
  const url = new URL(address)
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!isLoopback && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true')
  return url.href
}
