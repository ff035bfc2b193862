// Sends one mail over SMTP. Knows the protocol through nodemailer; refuses to know why a mail is sent and
// what to do when it fails. Never repeats a recipient, a subject or a text.

import { createTransport } from 'nodemailer'
import { ProviderError, neverConnected, type ProviderFailure } from './provider-error.ts'

/** `to` is one bare address. `reference` names the attempt in errors and logs, so it must not be personal. */
export type MailMessage = { to: string; subject: string; text: string; html: string; reference: string }

export type MailSender = {
  /** Resolves once the server has taken the mail; rejects with an ProviderError. */
  send(message: MailMessage): Promise<void>
}

export type SmtpSettings = {
  /** smtp:// or smtps://, with user and password in it. */
  url: string
  /** Gaffer <gaffer@example.org> */
  from: string
  /** The whole delivery: milliseconds. */
  timeoutMs?: number
}

/**
 * Beyond this machine a server must offer TLS, or nothing is sent; `?requireTLS=false` in the address says
 * otherwise, for a relay on a private network.
 */
export function smtpMail({ url, from, timeoutMs = 5000 }: SmtpSettings): MailSender {
  const transport = createTransport({
    url: demandTls(url),
    // Shorter than the whole, so that a server which never comes up is known as such and may be tried again.
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
          // As an object, an address with a comma in it stays one address.
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

const beforeAnyMail = new Set(['EDNS', 'ETLS', 'EPROXY'])
const ourOwnRefusal = new Set(['EENVELOPE', 'ENOAUTH', 'EAUTH', 'ECONFIG', 'EREQUIRETLS'])

/** A reply code is the server's word that it did not take the mail (RFC 5321 4.2.1): 4yz for now, 5yz for good. */
function explain(error: SmtpError): { failure: ProviderFailure; detail: string } {
  const { code = '', responseCode, timeoutType } = error
  if (responseCode !== undefined && responseCode >= 500) return { failure: 'refused', detail: `SMTP ${responseCode}` }
  if (responseCode !== undefined && responseCode >= 400) return { failure: 'busy', detail: `SMTP ${responseCode}` }
  if (timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT')
    return { failure: 'unreachable', detail: 'no greeting in time' }
  if (beforeAnyMail.has(code) || neverConnected(error)) return { failure: 'unreachable', detail: 'no connection' }
  if (ourOwnRefusal.has(code)) return { failure: 'refused', detail: 'the mail or the settings are not valid' }
  return { failure: 'ambiguous', detail: 'connection lost or silent after the mail was begun' }
}

function demandTls(address: string): string {
  const url = new URL(address)
  const onThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!onThisMachine && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true')
  return url.href
}
