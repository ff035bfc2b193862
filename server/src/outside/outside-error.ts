// How a call to an outside service ended badly, in the one distinction that matters to a retry: may the
// service have acted? Knows no protocol. Carries no body, recipient, code or key, so it is safe to log.

/**
 * - `unreachable`: the request never arrived
 * - `busy`: it arrived and was put off, nothing was done
 * - `refused`: it arrived and was declined for good, nothing was done
 * - `unclear`: it may have been carried out
 */
export type OutsideFailure = 'unreachable' | 'busy' | 'refused' | 'unclear'

type Details = {
  service: 'sms' | 'mail' | 'google'
  failure: OutsideFailure
  /** What was tried, named by the caller: a job or message id. */
  reference: string
  /** Fixed words of ours with numbers at most, never text from the service, which may repeat the recipient. */
  detail: string
  /** Seconds, when the service said how long to wait. */
  retryAfterSeconds?: number | null
}

export class OutsideError extends Error {
  readonly service: Details['service']
  readonly failure: OutsideFailure
  readonly reference: string
  readonly retryAfterSeconds: number | null

  // No `cause`: errors of HTTP and mail libraries hold addresses and the server's words.
  constructor({ service, failure, reference, detail, retryAfterSeconds = null }: Details) {
    super(`${service} ${failure}: ${detail}`)
    this.name = 'OutsideError'
    this.service = service
    this.failure = failure
    this.reference = reference
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Sending again cannot make two of it. */
  get certainlyNotSent(): boolean {
    return this.failure !== 'unclear'
  }

  /** Sending again cannot make two of it, and might succeed. */
  get worthRetrying(): boolean {
    return this.failure === 'unreachable' || this.failure === 'busy'
  }
}

/** nodemailer puts a code of its own over the system's and keeps that one as `originalCode`. */
type SystemError = NodeJS.ErrnoException & { originalCode?: string }

/** True only when the error itself says that no connection was made: look-up, connect or TLS handshake failed. */
export function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverConnected)
  const { syscall, code, originalCode } = error as SystemError
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true
  return isCertificateProblem(originalCode ?? code ?? '')
}

function isCertificateProblem(code: string): boolean {
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' || /CERT|UNABLE_TO_(GET|VERIFY)/.test(code)
}
