import { ProviderError } from './provider-error.ts'

export type SendAttempt = {
  /** Id of the message in the database, for the log and the provider. */
  reference: string
  failureMessage: string
  /** Marks the message as sent before it is sent; false if another worker has marked it, or a daily limit is reached. */
  claim(): Promise<boolean>
  send(): Promise<unknown>
  /** Undoes `claim`. */
  release(): Promise<void>
}

type Log = { warn(fields: object, message: string): void }

/**
 * Sends a message at most once; returns whether the provider accepted it. Throws a ProviderError only when the message was certainly not
 * sent and a retry of the job may succeed. Other errors pass through.
 */
export async function sendAtMostOnce(
  log: Log,
  { reference, failureMessage, claim, send, release }: SendAttempt,
): Promise<boolean> {
  if (!(await claim())) return false
  try {
    await send()
    return true
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ reference, failure: error.failure, detail: error.message }, failureMessage)
    if (!error.isWorthRetrying) return false
    await release()
    throw error
  }
}
