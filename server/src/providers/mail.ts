// Sends one mail over SMTP with nodemailer. Errors contain no recipient, subject or text.

import { createTransport } from 'nodemailer'
import { ProviderError, neverConnected, type ProviderFailure } from './provider-error.ts'

/** `to` is one address without a name. `reference` identifies the attempt in errors and logs: no personal data. */
export type MailMessage = { to: string; subject: string; text: string; html: string; reference: string }

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
export function smtpMail({ url, from, timeoutMs = 5000 }: SmtpSettings): MailSender {
  const transport = createTransport({
    url: requireTls(url),
    // Shorter than the whole delivery, so that an unreachable server is recognised as such and retried.
    connectionTimeout: timeoutMs * 0.6,
    greetingTimeout: timeoutMs * 0.6,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs * 0.6,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send({ to, subject, text, html, reference }) {
      try {
        await transport.sendMail({
          from,
          // An object, because nodemailer splits a string at commas.
          to: { name: '', address: to },
          subject,
          text,
          html,
          signal: AbortSignal.timeout(timeoutMs),
        })
      } catch (error) {
        const { failure, detail } = explain(error as SmtpError)
        throw new ProviderError({ service: 'mail', failure, reference, detail })
      }
    },
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; timeoutType?: string }

const connectionErrors = new Set(['EDNS', 'ETLS', 'EPROXY'])
const clientErrors = new Set(['EENVELOPE', 'ENOAUTH', 'EAUTH', 'ECONFIG', 'EREQUIRETLS'])

/** With a reply code the server has rejected the mail (RFC 5321 4.2.1): 4yz temporarily, 5yz permanently. */
function explain(error: SmtpError): { failure: ProviderFailure; detail: string } {
  const { code = '', responseCode, timeoutType } = error
  if (responseCode !== undefined && responseCode >= 500) return { failure: 'refused', detail: `SMTP ${responseCode}` }
  if (responseCode !== undefined && responseCode >= 400) return { failure: 'busy', detail: `SMTP ${responseCode}` }
  if (timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT')
    return { failure: 'unreachable', detail: 'no greeting in time' }
  if (connectionErrors.has(code) || neverConnected(error)) return { failure: 'unreachable', detail: 'no connection' }
  if (clientErrors.has(code)) return { failure: 'refused', detail: 'the mail or the settings are not valid' }
  return { failure: 'ambiguous', detail: 'connection lost or silent after the mail was begun' }
}

function requireTls(address: string): string {
  const url = new URL(address)
  const onThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!onThisMachine && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true')
  return url.href
}
