// A failed call to a provider, classified by what a retry depends on: may the provider have acted?
// Carries no body, recipient, code or key, so it is safe to log.

/**
 * - `unreachable`: the request never arrived
 * - `busy`: deferred by the provider, nothing was done
 * - `refused`: rejected permanently, nothing was done
 * - `bounced`: the mail address does not exist, nothing was done
 * - `gone`: the push subscription has ended, nothing was done
 * - `ambiguous`: the provider may have acted
 */
export type ProviderFailure = 'unreachable' | 'busy' | 'refused' | 'bounced' | 'gone' | 'ambiguous'

type ProviderErrorDetails = {
  service: 'sms' | 'mail' | 'push' | 'google'
  failure: ProviderFailure
  /** The job or message id. */
  reference: string
  /** Never contains text from the provider, which may include the recipient. */
  detail: string
  /** The provider's Retry-After in seconds, if it sent one. */
  retryAfterSeconds?: number | null
}

export class ProviderError extends Error {
  readonly service: ProviderErrorDetails['service']
  readonly failure: ProviderFailure
  readonly reference: string
  readonly retryAfterSeconds: number | null

  // No `cause`: errors of HTTP and mail libraries contain recipients and response texts.
  constructor({ service, failure, reference, detail, retryAfterSeconds = null }: ProviderErrorDetails) {
    super(`${service} ${failure}: ${detail}`)
    this.name = 'ProviderError'
    this.service = service
    this.failure = failure
    this.reference = reference
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether a retry cannot send the message twice. */
  get isCertainlyUnsent(): boolean {
    return this.failure !== 'ambiguous'
  }

  /** Whether a retry may succeed, and cannot send the message twice. */
  get isWorthRetrying(): boolean {
    return this.failure === 'unreachable' || this.failure === 'busy'
  }

  /** Whether a retry may succeed. After `ambiguous` it may also deliver the message a second time. */
  get isTransient(): boolean {
    return this.isWorthRetrying || this.failure === 'ambiguous'
  }
}

/** Statuses with which a provider itself defers a message. 408, 502 and 504 may come from a gateway after the message was accepted. */
const deferredStatuses = new Set([429, 500, 503])

/** The failure that an HTTP status means; null for a success. */
export function failureOfStatus(status: number): ProviderFailure | null {
  if (deferredStatuses.has(status)) return 'busy'
  if (status >= 500 || status === 408) return 'ambiguous'
  return status >= 300 ? 'refused' : null
}

/** nodemailer replaces the system's error code with its own and moves the system's to `originalCode`. */
type SystemError = NodeJS.ErrnoException & { originalCode?: string }

/**
 * True only when the error, or the system error that is its cause, shows that no connection was made: look-up, connect or TLS handshake
 * failed.
 */
export function hasNeverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.cause instanceof Error) return hasNeverConnected(error.cause)
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(hasNeverConnected)
  const { syscall, code, originalCode } = error as SystemError
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true
  return isCertificateProblem(originalCode ?? code ?? '')
}

function isCertificateProblem(code: string): boolean {
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' || /CERT|UNABLE_TO_(GET|VERIFY)/.test(code)
}
